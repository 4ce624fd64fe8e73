import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '../../database/connection/store.ts';
import { foldCounts } from '../changes/count-changes.ts';

/** A count reads what came since: at a thousand changes a second, ten thousand lines. */
const everyMs = 10_000;

/**
 * Keeps the exact counts quick to read: folds the lines that changes have left into one for each
 * reader and status. Harmless from several processes at once. Answers how to stop.
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
