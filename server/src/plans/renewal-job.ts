import type { FastifyBaseLogger } from 'fastify';
import { renewSubscriptions } from './renew-subscriptions.ts';
import type { Context } from '../application/transaction.ts';

/** Subscriptions are renewed within a minute after midnight in the business's time zone. */
const intervalMs = 60_000;

/**
 * Starts a job that renews subscriptions whose billing period is over, now and every minute. Safe to run in several
 * processes. Returns a function that stops the job and waits for a run in progress.
 */
export function startRenewals(context: Context, log: FastifyBaseLogger): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const run = (): void => {
    running = renewSubscriptions(context).catch((error: unknown) => {
      log.warn(
        { code: Reflect.get(Object(error), 'code') },
        'Renewing plans failed; it will be retried in a minute.',
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
