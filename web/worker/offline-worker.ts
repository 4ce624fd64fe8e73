import { AppFiles, type Build } from './app-files.ts';
import { OfflineCache } from './offline-cache.ts';
import { isSchedule, requestKindOf } from './request-kinds.ts';

declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build (`web/offline-worker.ts`). */
declare const __BUILD__: Build;

/*
 * Shows the last read schedule without a network. With one it changes nothing: pages and answers come from
 * the server, and only files whose names contain a content hash come from the cache.
 */
const files = new AppFiles(__BUILD__);
const answers = new OfflineCache(self.location.origin);
/** The time of the oldest cached schedule answer that each page was given. */
const given = new Map<string, number>();

self.addEventListener('install', (event) => {
  event.waitUntil(files.install().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const kind = requestKindOf(request, self.location.origin);
  if (kind === 'leave') event.waitUntil(answers.forget());
  if (kind === 'page') {
    const early = event.preloadResponse as Promise<Response | undefined>;
    event.respondWith(files.page(request, early));
  }
  if (kind === 'file') event.respondWith(files.file(request));
  if (kind === 'asset') event.respondWith(files.asset(request));
  if (kind === 'keep') event.respondWith(answer(event));
});

// A page sends this when it starts listening; afterwards it is notified.
self.addEventListener('message', (event) => {
  if (event.source instanceof Client) tell(event.source, given.get(event.source.id));
});

async function takeOver(): Promise<void> {
  await files.replaceOthers();
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function answer(event: FetchEvent): Promise<Response> {
  const { request, clientId } = event;
  const { moment } = answers;
  try {
    const fresh = await fetch(request);
    // The answer is returned without waiting for the cache.
    event.waitUntil(answers.keep(request.url, fresh.clone(), moment).catch(() => undefined));
    return fresh;
  } catch (error) {
    const kept = request.signal.aborted ? null : await answers.find(request.url);
    if (!kept) throw error;
    if (isSchedule(new URL(request.url).pathname)) {
      const oldest = Math.min(given.get(clientId) ?? Infinity, kept.keptAt);
      given.set(clientId, oldest);
      const client = await self.clients.get(clientId);
      if (client) tell(client, kept.keptAt);
    }
    return kept.answer;
  }
}

function tell(client: Client, keptAt: number | undefined): void {
  if (keptAt !== undefined) client.postMessage({ keptAgeMs: Date.now() - keptAt });
}
