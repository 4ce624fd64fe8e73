import type { FastifyBaseLogger } from 'fastify';
import { startRepeatingJob } from '../application/repeating-job.ts';
import { renewSubscriptions } from './renew-subscriptions.ts';
import type { Context } from '../application/transaction.ts';

/** Subscriptions are renewed within a minute after midnight in the business's time zone. */
const intervalMs = 60_000;

/**
 * Starts a job that renews subscriptions whose billing period is over, now and every minute. Safe to run in several
 * processes. Returns a function that stops the job and waits for a run in progress.
 */
export function startRenewals(context: Context, log: FastifyBaseLogger): () => Promise<void> {
  return startRepeatingJob(
    {
      intervalMs,
      work: () => renewSubscriptions(context),
      failureMessage: 'Subscriptions could not be renewed; this will be retried in a minute.',
    },
    log,
  );
}
