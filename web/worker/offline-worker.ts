import { AppFiles, type Build } from './app-files.ts';
import { OfflineCache, responseCacheName } from './offline-cache.ts';
import { openNotification, renewSubscription, showNotification } from './push-handlers.ts';
import { isSchedule, getRequestKind } from './request-kinds.ts';

declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build (`web/offline-worker-plugin.ts`). */
declare const __BUILD__: Build;

/*
 * Offline, shows the schedule that was loaded last. Online, pages and data come from the
 * server, and only files whose names contain a content hash come from the cache. Shows the messages that the server
 * sends to this browser as notifications.
 */
const files = new AppFiles(__BUILD__);
const offlineCache = new OfflineCache(self.location.origin);
/** The caching time of the oldest schedule response that was served from the cache to each page, by client id. */
const oldestServedAt = new Map<string, number>();

self.addEventListener('install', (event) => {
  event.waitUntil(files.install().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const kind = getRequestKind(request, self.location.origin);
  if (kind === 'session-change') event.waitUntil(offlineCache.clear());
  if (kind === 'page') {
    const preloaded = event.preloadResponse as Promise<Response | undefined>;
    event.respondWith(files.getPage(request, preloaded));
  }
  if (kind === 'file') event.respondWith(files.getFile(request));
  if (kind === 'asset') event.respondWith(files.getAsset(request));
  if (kind === 'cacheable') event.respondWith(respondToRead(event));
});

// A page sends a message when it starts listening. The worker responds with the age of the cached data, if any.
self.addEventListener('message', (event) => {
  if (event.source instanceof Client) {
    postCacheAge(event.source, oldestServedAt.get(event.source.id));
  }
});

self.addEventListener('push', (event) => {
  event.waitUntil(showNotification(event.data?.text() ?? ''));
});

self.addEventListener('notificationclick', (event) => {
  event.waitUntil(openNotification(event.notification));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(event.newSubscription ?? null));
});

async function activate(): Promise<void> {
  await deleteOldCaches();
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Deletes what earlier versions have cached. */
async function deleteOldCaches(): Promise<void> {
  const currentNames = [files.cacheName, responseCacheName];
  const oldNames = (await caches.keys()).filter((name) => !currentNames.includes(name));
  await Promise.all(oldNames.map((name) => caches.delete(name)));
}

async function respondToRead(event: FetchEvent): Promise<Response> {
  const { request, clientId } = event;
  const { generation } = offlineCache;
  try {
    const response = await fetch(request);
    // The response is returned without waiting for the cache.
    event.waitUntil(
      offlineCache.store(request.url, response.clone(), generation).catch(() => undefined),
    );
    return response;
  } catch (error) {
    const cached = request.signal.aborted ? null : await offlineCache.find(request.url);
    if (!cached) throw error;
    if (isSchedule(new URL(request.url).pathname)) {
      const oldest = Math.min(oldestServedAt.get(clientId) ?? Infinity, cached.cachedAt);
      oldestServedAt.set(clientId, oldest);
      const client = await self.clients.get(clientId);
      if (client) postCacheAge(client, cached.cachedAt);
    }
    return cached.response;
  }
}

function postCacheAge(client: Client, cachedAt: number | undefined): void {
  if (cachedAt !== undefined) client.postMessage({ cacheAgeMs: Date.now() - cachedAt });
}
