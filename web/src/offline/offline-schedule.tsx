import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setKeptWords } from '../api/connection.ts';
import { firstData } from '../api/first-data.ts';
import { useBusiness } from '../business/queries.ts';
import { displayInstantIn, timeAgo } from '../lib/business-time.ts';
import { idle } from '../lib/idle.ts';

/** How long a kept schedule is shown before the network is asked again. */
const askAgainMs = 15_000;

/**
 * Has the worker keep the schedule for times without a network, and says so when a page shows what
 * was kept. Shows nothing itself.
 */
export function OfflineSchedule() {
  const client = useQueryClient();
  const { timeZone } = useBusiness();
  useEffect(() => {
    // Not every page is in a secure context, and a development server's files change by the minute.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const { serviceWorker } = navigator;
    let stop: (() => void) | undefined;
    let isGone = false;
    // It fetches every file of the application: not before the page has all that it needs.
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
  // What this page read before there was a worker, nobody kept.
  if (!worker.controller) {
    worker.addEventListener('controllerchange', () => void readSchedule(client), {
      once: true,
      signal,
    });
  }
  // What came with the page, no worker has seen: it asks for the same, and keeps the answer.
  if (worker.controller && firstData) void client.invalidateQueries({ predicate: cameWithPage });
  worker.startMessages();
  worker.controller?.postMessage('kept?');
  // Without it everything works as before, as long as there is a network.
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

  /** Until an answer is the server's own, which nobody is told of. */
  async function askAgain() {
    clearTimeout(timer);
    const before = heard;
    await readSchedule(client);
    if (heard > before || signal.aborted) return;
    heard = 0;
    setKeptWords(null);
  }
}

/** Reads again what is kept for times without a network. */
function readSchedule(client: QueryClient): Promise<void> {
  return readAgainFor(client, ['user', 'business', 'appointment']);
}

async function readAgainFor(client: QueryClient, nouns: readonly string[]): Promise<void> {
  await Promise.all(nouns.map((noun) => client.invalidateQueries({ queryKey: [noun] })));
}

/** Whether nothing but what the page brought along has been read of it. */
function cameWithPage({ state }: Query): boolean {
  return state.data !== undefined && state.dataUpdateCount === 0;
}

/** Says what is shown and how old it is. `now` in milliseconds. */
export function wordsFor(now: number, ageMs: number, timeZone: string): string {
  const seen = new Date(now - ageMs).toISOString();
  return `You're offline. This is the schedule of ${displayInstantIn(timeZone, seen)} (${timeAgo(seen, now)}).`;
}

function keptAgeIn(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('keptAgeMs' in data)) return null;
  return typeof data.keptAgeMs === 'number' ? data.keptAgeMs : null;
}
