import type { FastifyBaseLogger } from 'fastify';
import { endSharing } from './end-sharing.ts';
import type { Context } from '../application/transaction.ts';

/** Positions are deleted within a minute after the working hours. */
const intervalMs = 60_000;

/**
 * Deletes the last positions of mechanics whose working hours are over, now and every minute. Safe in several
 * processes at once. Returns a function that stops the job and waits for a run in progress.
 */
export function startEndingSharing(context: Context, log: FastifyBaseLogger): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const run = (): void => {
    running = endSharing(context).catch((error: unknown) => {
      log.warn(
        { code: Reflect.get(Object(error), 'code') },
        'Positions that are no longer shared are deleted a minute later.',
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
