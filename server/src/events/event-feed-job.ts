import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '../database/connection/store.ts';
import { assignEventNumbers, getOutboxBounds, readOutbox } from '../database/outbox-queries.ts';
import type { FeedEvent } from '../database/rules/feed-event.ts';
import type { EventFeed } from '../application/event-feed-port.ts';

/** How many events are read from the outbox per query. */
const batchSize = 500;

/** A client that has missed more events than this reloads everything instead of receiving them. */
const maxMissedEvents = 5_000;

/**
 * How long to wait after a database notification before reading, in case more follow: too short for people to notice,
 * and long enough that many commits in a row need only a few queries.
 */
const gatherDelayMs = 50;

/**
 * The outbox is also read at this interval, because a database notification may be lost with its connection, and
 * a process may end between a commit and the numbering of its events.
 */
const pollMs = 1_000;

/** Delay before the next attempt after a failed read. */
const retryMs = 500;

/**
 * Follows the database's outbox. Woken by a commit of this process or a notification from another process, it
 * numbers new events, reads those after the last number it knows and passes them to this process's listeners.
 * It stores nothing itself, so any number of processes may follow the outbox at once.
 */
export async function followOutbox(
  store: Store,
  log: FastifyBaseLogger,
): Promise<EventFeed & { stop(): Promise<void> }> {
  const listeners = new Set<(events: readonly FeedEvent[]) => void>();
  let latest = (await getOutboxBounds(store.kysely)).newest;
  let reading: Promise<void> | null = null;
  let isReadRequested = false;
  let isStopped = false;

  const startReading = (): void => {
    isReadRequested = true;
    reading ??= readUntilCaughtUp().finally(() => {
      reading = null;
    });
  };

  async function readUntilCaughtUp(): Promise<void> {
    while (isReadRequested && !isStopped) {
      isReadRequested = false;
      try {
        await assignEventNumbers(store.kysely);
        const events = await readOutbox(store.kysely, latest, batchSize);
        const last = events.at(-1);
        if (!last) continue;
        latest = last.number;
        isReadRequested = events.length === batchSize || isReadRequested;
        for (const listener of listeners) listener(events);
      } catch (error) {
        if (!isStopped)
          log.warn(
            { code: Reflect.get(Object(error), 'code') },
            'Live events could not be read; this will be retried.',
          );
        scheduleRead(retryMs);
        return;
      }
    }
  }

  let scheduledRead: NodeJS.Timeout | null = null;
  function scheduleRead(ms: number): void {
    if (isStopped) return;
    scheduledRead ??= setTimeout(() => {
      scheduledRead = null;
      startReading();
    }, ms);
  }

  const unlisten = await store.listen('outbox', () => scheduleRead(gatherDelayMs));
  const timer = setInterval(startReading, pollMs);
  timer.unref();

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async since(number) {
      const upTo = latest;
      const { oldest, newest } = await getOutboxBounds(store.kysely);
      // Another process may have delivered more to the client than this one has read.
      if (number >= upTo) return number <= newest ? [] : null;
      if (number < oldest - 1 || upTo - number > maxMissedEvents) return null;
      const events: FeedEvent[] = [];
      for (let from = number; from < upTo;) {
        const batch = await readOutbox(store.kysely, from, batchSize);
        const last = batch.at(-1);
        if (!last) break;
        events.push(...batch.filter((event) => event.number <= upTo));
        from = last.number;
      }
      return events;
    },
    latest: () => latest,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      if (scheduledRead) clearTimeout(scheduledRead);
      await unlisten();
      await reading;
    },
  };
}
