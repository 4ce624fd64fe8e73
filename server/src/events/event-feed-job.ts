import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '../database/connection/store.ts';
import { numberOutbox, outboxBounds, readOutbox } from '../database/outbox-queries.ts';
import type { FeedEvent } from '../database/rules/feed-event.ts';
import type { EventFeed } from '../application/event-feed-port.ts';

/** How many events are read from the outbox at once. */
const batch = 500;

/** A client further behind than this reloads everything instead. */
const mostToResume = 5_000;

/**
 * How long to wait after a notification for those that follow it: too short to notice, and it lets a busy
 * moment be read in a few queries instead of one per commit.
 */
const gatherMs = 50;

/**
 * Reads even without a notification: it may be lost with its connection, and a process may end between its
 * commit and the numbering.
 */
const lookAnywayMs = 1_000;

/** Delay after a failed read: the database is back within a moment, or not for a while. */
const lookAgainMs = 500;

/**
 * Follows the database's outbox: woken by a commit of this process or a notification from another, it numbers
 * new events, reads those after the last number it knows and passes them to this process's listeners. Stores
 * nothing else, so any number of processes may follow at once.
 */
export async function followOutbox(
  store: Store,
  log: FastifyBaseLogger,
): Promise<EventFeed & { stop(): Promise<void> }> {
  const listeners = new Set<(events: readonly FeedEvent[]) => void>();
  let latest = (await outboxBounds(store.kysely)).newest;
  let reading: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const look = (): void => {
    again = true;
    reading ??= readOn().finally(() => {
      reading = null;
    });
  };

  async function readOn(): Promise<void> {
    while (again && !stopped) {
      again = false;
      try {
        await numberOutbox(store.kysely);
        const events = await readOutbox(store.kysely, latest, batch);
        const last = events.at(-1);
        if (!last) continue;
        latest = last.number;
        again = events.length === batch || again;
        for (const listener of listeners) listener(events);
      } catch (error) {
        if (!stopped)
          log.warn(
            { code: Reflect.get(Object(error), 'code') },
            'Live events wait for the database.',
          );
        lookIn(lookAgainMs);
        return;
      }
    }
  }

  let gathering: NodeJS.Timeout | null = null;
  function lookIn(ms: number): void {
    if (stopped) return;
    gathering ??= setTimeout(() => {
      gathering = null;
      look();
    }, ms);
  }

  const unlisten = await store.listen('outbox', () => lookIn(gatherMs));
  const timer = setInterval(look, lookAnywayMs);
  timer.unref();

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async since(number) {
      const upTo = latest;
      const { oldest, newest } = await outboxBounds(store.kysely);
      // Another process may have delivered more to the client than this one has read.
      if (number >= upTo) return number <= newest ? [] : null;
      if (number < oldest - 1 || upTo - number > mostToResume) return null;
      const events: FeedEvent[] = [];
      for (let from = number; from < upTo;) {
        const read = await readOutbox(store.kysely, from, batch);
        const last = read.at(-1);
        if (!last) break;
        events.push(...read.filter((event) => event.number <= upTo));
        from = last.number;
      }
      return events;
    },
    latest: () => latest,
    async stop() {
      stopped = true;
      clearInterval(timer);
      if (gathering) clearTimeout(gathering);
      await unlisten();
      await reading;
    },
  };
}
