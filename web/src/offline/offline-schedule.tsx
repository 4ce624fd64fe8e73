import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setOfflineNotice } from '../api/connection.ts';
import { initialData } from '../api/initial-data.ts';
import { useBusiness } from '../business/queries.ts';
import { displayInstantIn, timeAgo } from '../lib/business-time.ts';
import { waitUntilIdle } from '../lib/idle.ts';
import { registerWorker } from './register-worker.ts';

/** How long a cached schedule is shown before the network is tried again. */
const retryDelayMs = 15_000;

/**
 * Lets the service worker cache the schedule for offline use, and shows a notice while a page shows cached data.
 * Renders nothing.
 */
export function OfflineSchedule() {
  const client = useQueryClient();
  const { timeZone } = useBusiness();
  useEffect(() => {
    // Only secure contexts have service workers, and a development server's files change constantly.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const { serviceWorker } = navigator;
    let stop: (() => void) | undefined;
    let isUnmounted = false;
    // The worker fetches every file of the application, so it starts after the page has everything it needs.
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
  let cachedResponseCount = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const abortController = new AbortController();
  const { signal } = abortController;

  worker.addEventListener('message', handleMessage, { signal });
  addEventListener('online', () => cachedResponseCount > 0 && void retry(), { signal });
  // Data that was fetched before the worker took over is not cached yet.
  if (!worker.controller) {
    worker.addEventListener('controllerchange', () => void refetchSchedule(client), {
      once: true,
      signal,
    });
  }
  // Data that came with the page has not passed through the worker: refetch it, so that it is cached.
  if (worker.controller && initialData) {
    void client.invalidateQueries({ predicate: hasOnlyPageData });
  }
  worker.startMessages();
  worker.controller?.postMessage('cacheAge?');
  // Without the worker, everything works as long as the device is online.
  void registerWorker(worker).catch(() => undefined);

  return () => {
    abortController.abort();
    clearTimeout(timer);
    setOfflineNotice(null);
  };

  function handleMessage({ data }: MessageEvent<unknown>) {
    const ageMs = parseCacheAge(data);
    if (ageMs === null) return;
    cachedResponseCount += 1;
    setOfflineNotice(describeCachedSchedule(Date.now(), ageMs, timeZone));
    clearTimeout(timer);
    timer = setTimeout(() => void retry(), retryDelayMs);
  }

  /**
   * Refetches the schedule. If the responses come from the server, the worker sends no message, and the notice is
   * removed.
   */
  async function retry() {
    clearTimeout(timer);
    const previousCount = cachedResponseCount;
    await refetchSchedule(client);
    if (cachedResponseCount > previousCount || signal.aborted) return;
    cachedResponseCount = 0;
    setOfflineNotice(null);
  }
}

/** Refetches what is cached for offline use. */
function refetchSchedule(client: QueryClient): Promise<void> {
  return refetchByKey(client, ['user', 'business', 'appointment']);
}

async function refetchByKey(client: QueryClient, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
}

/** Returns whether a query still has only the data that came with the page. */
function hasOnlyPageData({ state }: Query): boolean {
  return state.data !== undefined && state.dataUpdateCount === 0;
}

/** Returns the notice for cached data: when the data was fetched, and how old it is. `now` is in milliseconds. */
export function describeCachedSchedule(now: number, ageMs: number, timeZone: string): string {
  const fetchedAt = new Date(now - ageMs).toISOString();
  return `You're offline. This schedule is from ${displayInstantIn(timeZone, fetchedAt)} (${timeAgo(fetchedAt, now)}).`;
}

function parseCacheAge(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('cacheAgeMs' in data)) return null;
  return typeof data.cacheAgeMs === 'number' ? data.cacheAgeMs : null;
}
