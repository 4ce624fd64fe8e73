import type { FastifyBaseLogger } from 'fastify';
import { endSharing } from './end-sharing.ts';
import type { Context } from '../application/transaction.ts';

/** Positions are deleted within a minute after working hours end. */
const intervalMs = 60_000;

/**
 * Starts a job that deletes the last positions of mechanics whose working hours are over, now and every minute. Safe
 * to run in several processes. Returns a function that stops the job and waits for a run in progress.
 */
export function startEndingSharing(context: Context, log: FastifyBaseLogger): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const run = (): void => {
    running = endSharing(context).catch((error: unknown) => {
      log.warn(
        { code: Reflect.get(Object(error), 'code') },
        'Deleting positions that are no longer shared failed; it will be retried in a minute.',
      );
    });
  };
  run();
  const timer = setInterval(run, intervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
