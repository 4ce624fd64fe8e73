import type { FastifyBaseLogger } from 'fastify';
import type { Context } from '../../application/transaction.ts';
import { inTransaction } from '../../database/connection/transaction.ts';
import { endDueUndoPeriods } from '../changes/undoable-changes.ts';

/** Notifications are sent up to this long after their change can no longer be undone. */
const intervalMs = 1_000;

/**
 * Every second, sends the notifications of changes that were not undone in time. Safe to run in several
 * processes at once. Returns a function that stops the job and waits for a run in progress.
 */
export function startUndoExpiry(context: Context, log: FastifyBaseLogger): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = sendDueNotifications(context)
      .catch((error: unknown) => {
        log.warn(
          { code: Reflect.get(Object(error), 'code') },
          'The notifications of changes that were not undone could not be sent; this will be retried in a second.',
        );
      })
      .finally(() => (isRunning = false));
  }, intervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Sends the notifications of the changes that can no longer be undone, and wakes the event feed. */
export async function sendDueNotifications({
  store,
  clock,
}: Pick<Context, 'store' | 'clock'>): Promise<void> {
  const count = await inTransaction(store, (trx) => endDueUndoPeriods(trx, clock.now()));
  if (count > 0) store.wake('outbox');
}
