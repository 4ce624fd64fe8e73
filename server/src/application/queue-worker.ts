import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '../database/connection/store.ts';

/** How often to check for entries whose next attempt is due. */
const pollIntervalMs = 10_000;
/** How long stopping waits for the entry that is being processed. */
const maxStopDelayMs = 1_000;

/** A queue in the database, and what to do with its entries. */
interface Queue {
  /** The database's notification channel that is notified when a transaction with new entries commits. */
  readonly channel: string;
  /** Processes the entry that has waited longest. Returns false if none is due. */
  readonly processNext: () => Promise<boolean>;
  /** The log message if the queue can't be read. */
  readonly failureMessage: string;
}

/**
 * Processes a queue's entries as soon as they are committed, and again when a retry is due. Returns a function that
 * stops the worker. Stopping waits up to a second for an entry that is being processed; an entry that takes longer is
 * retried later.
 */
export async function startQueueWorker(
  store: Store,
  { channel, processNext, failureMessage }: Queue,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  let isStopped = false;
  let isRequested = false;
  let running: Promise<void> | null = null;
  const run = (): void => {
    isRequested = true;
    running ??= processAll().finally(() => {
      running = null;
    });
  };
  const stopListening = await store.listen(channel, run);
  const timer = setInterval(run, pollIntervalMs);
  timer.unref();
  run();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await stopListening();
    await Promise.race([running, pause(maxStopDelayMs, undefined, { ref: false })]);
  };

  async function processAll(): Promise<void> {
    while (isRequested && !isStopped) {
      isRequested = false;
      try {
        while (!isStopped && (await processNext()));
      } catch (error) {
        log.warn({ code: Reflect.get(Object(error), 'code') }, failureMessage);
      }
    }
  }
}
