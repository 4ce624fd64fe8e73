import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setKeptWords } from '../api/connection.ts';
import { firstData } from '../api/first-data.ts';
import { useBusiness } from '../business/queries.ts';
import { displayInstantIn, timeAgo } from '../lib/business-time.ts';
import { idle } from '../lib/idle.ts';

/** How long a cached schedule is shown before the network is tried again. */
const askAgainMs = 15_000;

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
    let isGone = false;
    // It fetches every file of the application, so it waits until the page has everything it needs.
    void idle().then(() => {
      if (!isGone) stop = followWorker(serviceWorker, client, timeZone);
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [client, timeZone]);
  return null;
}

function followWorker(worker: ServiceWorkerContainer, client: QueryClient, timeZone: string) {
  let heard = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopped = new AbortController();
  const { signal } = stopped;

  worker.addEventListener('message', handleMessage, { signal });
  addEventListener('online', () => heard > 0 && void askAgain(), { signal });
  // Data that was read before there was a worker is not cached yet.
  if (!worker.controller) {
    worker.addEventListener('controllerchange', () => void readSchedule(client), {
      once: true,
      signal,
    });
  }
  // Data that came with the page has not passed the worker: read it again, so that it is cached.
  if (worker.controller && firstData) void client.invalidateQueries({ predicate: cameWithPage });
  worker.startMessages();
  worker.controller?.postMessage('kept?');
  // Without the worker everything works as before, as long as there is a network.
  void worker.register('/offline-worker.js').catch(() => undefined);

  return () => {
    stopped.abort();
    clearTimeout(timer);
    setKeptWords(null);
  };

  function handleMessage({ data }: MessageEvent<unknown>) {
    const ageMs = keptAgeIn(data);
    if (ageMs === null) return;
    heard += 1;
    setKeptWords(wordsFor(Date.now(), ageMs, timeZone));
    clearTimeout(timer);
    timer = setTimeout(() => void askAgain(), askAgainMs);
  }

  /** Repeats until an answer comes from the server, for which the worker sends no message. */
  async function askAgain() {
    clearTimeout(timer);
    const before = heard;
    await readSchedule(client);
    if (heard > before || signal.aborted) return;
    heard = 0;
    setKeptWords(null);
  }
}

/** Refetches what is cached for use without a network. */
function readSchedule(client: QueryClient): Promise<void> {
  return readAgainFor(client, ['user', 'business', 'appointment']);
}

async function readAgainFor(client: QueryClient, nouns: readonly string[]): Promise<void> {
  await Promise.all(nouns.map((noun) => client.invalidateQueries({ queryKey: [noun] })));
}

/** Returns whether a query still has only the data that came with the page. */
function cameWithPage({ state }: Query): boolean {
  return state.data !== undefined && state.dataUpdateCount === 0;
}

/** Returns what is shown and how old it is. `now` in milliseconds. */
export function wordsFor(now: number, ageMs: number, timeZone: string): string {
  const seen = new Date(now - ageMs).toISOString();
  return `You're offline. This is the schedule of ${displayInstantIn(timeZone, seen)} (${timeAgo(seen, now)}).`;
}

function keptAgeIn(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('keptAgeMs' in data)) return null;
  return typeof data.keptAgeMs === 'number' ? data.keptAgeMs : null;
}
