import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '../../database/connection/store.ts';
import { mergeCounts } from '../changes/count-changes.ts';

/** Each count also reads the rows added since the last merge: up to 10,000 at 1,000 changes per second. */
const intervalMs = 10_000;

/**
 * Each change adds rows to the stored counts. This job regularly merges them into one row per viewer and status, so
 * that counts are fast to read. Safe to run in several processes at once. Returns a function that stops the job.
 */
export function startMergingCounts(store: Store, log: FastifyBaseLogger): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = mergeCounts(store.kysely).catch((error: unknown) => {
      log.warn(
        { code: Reflect.get(Object(error), 'code') },
        'The counts could not be merged; this will be retried in ten seconds.',
      );
    });
  }, intervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
