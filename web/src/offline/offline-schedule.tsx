import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setOfflineNotice } from '../api/connection.ts';
import { firstData } from '../api/first-data.ts';
import { useBusiness } from '../business/queries.ts';
import { displayInstantIn, timeAgo } from '../lib/business-time.ts';
import { waitUntilIdle } from '../lib/idle.ts';

/** How long a cached schedule is shown before the network is tried again. */
const retryMs = 15_000;

/**
 * Lets the service worker cache the schedule for use without a network, and says when a page shows cached
 * data. Renders nothing.
 */
export function OfflineSchedule() {
  const client = useQueryClient();
  const { timeZone } = useBusiness();
  useEffect(() => {
    // Not every page is in a secure context, and a development server's files change constantly.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const { serviceWorker } = navigator;
    let stop: (() => void) | undefined;
    let isUnmounted = false;
    // It fetches every file of the application, so it waits until the page has everything it needs.
    void waitUntilIdle().then(() => {
      if (!isUnmounted) stop = connectToWorker(serviceWorker, client, timeZone);
    });
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, [client, timeZone]);
  return null;
}

function connectToWorker(worker: ServiceWorkerContainer, client: QueryClient, timeZone: string) {
  let cachedResponses = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const abortController = new AbortController();
  const { signal } = abortController;

  worker.addEventListener('message', handleMessage, { signal });
  addEventListener('online', () => cachedResponses > 0 && void retry(), { signal });
  // Data that was read before there was a worker is not cached yet.
  if (!worker.controller) {
    worker.addEventListener('controllerchange', () => void refetchSchedule(client), {
      once: true,
      signal,
    });
  }
  // Data that came with the page has not passed the worker: read it again, so that it is cached.
  if (worker.controller && firstData) void client.invalidateQueries({ predicate: isPageData });
  worker.startMessages();
  worker.controller?.postMessage('kept?');
  // Without the worker everything works as before, as long as there is a network.
  void worker.register('/offline-worker.js').catch(() => undefined);

  return () => {
    abortController.abort();
    clearTimeout(timer);
    setOfflineNotice(null);
  };

  function handleMessage({ data }: MessageEvent<unknown>) {
    const ageMs = parseCacheAge(data);
    if (ageMs === null) return;
    cachedResponses += 1;
    setOfflineNotice(describeCachedSchedule(Date.now(), ageMs, timeZone));
    clearTimeout(timer);
    timer = setTimeout(() => void retry(), retryMs);
  }

  /** Repeats until a response comes from the server, because the worker sends no message for it. */
  async function retry() {
    clearTimeout(timer);
    const before = cachedResponses;
    await refetchSchedule(client);
    if (cachedResponses > before || signal.aborted) return;
    cachedResponses = 0;
    setOfflineNotice(null);
  }
}

/** Refetches what is cached for use without a network. */
function refetchSchedule(client: QueryClient): Promise<void> {
  return refetchNouns(client, ['user', 'business', 'appointment']);
}

async function refetchNouns(client: QueryClient, nouns: readonly string[]): Promise<void> {
  await Promise.all(nouns.map((noun) => client.invalidateQueries({ queryKey: [noun] })));
}

/** Returns whether a query still has only the data that came with the page. */
function isPageData({ state }: Query): boolean {
  return state.data !== undefined && state.dataUpdateCount === 0;
}

/** Returns what is shown and how old it is. `now` in milliseconds. */
export function describeCachedSchedule(now: number, ageMs: number, timeZone: string): string {
  const readAt = new Date(now - ageMs).toISOString();
  return `You're offline. This is the schedule of ${displayInstantIn(timeZone, readAt)} (${timeAgo(readAt, now)}).`;
}

function parseCacheAge(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('keptAgeMs' in data)) return null;
  return typeof data.keptAgeMs === 'number' ? data.keptAgeMs : null;
}
