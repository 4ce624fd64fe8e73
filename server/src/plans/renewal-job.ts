import type { FastifyBaseLogger } from 'fastify';
import { renewSubscriptions } from './renew-subscriptions.ts';
import type { Context } from '../application/transaction.ts';

/** A plan is renewed within a minute after midnight in the business's time zone. */
const everyMs = 60_000;

/**
 * Renews plans at the end of their interval, now and every minute. Safe in several processes at
 * once. Returns how to stop.
 */
export function startRenewals(context: Context, log: FastifyBaseLogger): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const run = (): void => {
    running = renewSubscriptions(context).catch((error: unknown) => {
      log.warn({ code: Reflect.get(Object(error), 'code') }, 'Plans are renewed a minute later.');
    });
  };
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
