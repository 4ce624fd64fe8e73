import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '../../database/connection/store.ts';
import { foldCounts } from '../changes/count-changes.ts';

/** Each count also reads the rows added since: ten thousand at a thousand changes a second. */
const everyMs = 10_000;

/**
 * Keeps the exact counts fast to read: regularly merges the rows that changes have added into one for each
 * viewer and status. Safe to run in several processes at once. Returns a function that stops it.
 */
export function startFoldingCounts(store: Store, log: FastifyBaseLogger): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = foldCounts(store.kysely).catch((error: unknown) => {
      log.warn({ code: Reflect.get(Object(error), 'code') }, 'The counts are folded later.');
    });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
