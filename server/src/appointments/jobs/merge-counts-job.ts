import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '../../database/connection/store.ts';
import { mergeCounts } from '../changes/count-changes.ts';

/** Until they are merged, each count also reads the rows added since: ten thousand at a thousand changes per second. */
const everyMs = 10_000;

/**
 * Regularly merges the rows that changes add to the exact counts into one for each viewer and status, so that
 * counts are fast to read. Safe to run in several processes at once. Returns a function that stops it.
 */
export function startMergingCounts(store: Store, log: FastifyBaseLogger): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = mergeCounts(store.kysely).catch((error: unknown) => {
      log.warn(
        { code: Reflect.get(Object(error), 'code') },
        'The counts could not be merged; the next attempt follows.',
      );
    });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
