import type { FastifyBaseLogger } from 'fastify';
import { startRepeatingJob } from '../application/repeating-job.ts';
import { endSharing } from './end-sharing.ts';
import type { Context } from '../application/transaction.ts';

/** The job runs every minute, so a position is deleted within a minute after working hours end. */
const intervalMs = 60_000;

/**
 * Starts a job that deletes the last positions of mechanics whose working hours are over, now and every minute. Safe
 * to run in several processes. Returns a function that stops the job and waits for a run in progress.
 */
export function startEndSharingJob(context: Context, log: FastifyBaseLogger): () => Promise<void> {
  return startRepeatingJob(
    {
      intervalMs,
      work: () => endSharing(context),
      failureMessage:
        'Positions that are no longer shared could not be deleted; this will be retried in a minute.',
    },
    log,
  );
}
