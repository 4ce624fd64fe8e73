import type { FastifyBaseLogger } from 'fastify';
import { startRepeatingJob } from '../application/repeating-job.ts';
import type { Context } from '../application/transaction.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import { insertMessages } from '../database/message-changes.ts';
import type { MessageToRecord } from '../database/rules/event-messages.ts';
import { listDueJobLists, listDueReminders } from './queries/due-reminders.ts';

/** A reminder is recorded at most this long after it is due. */
const intervalMs = 60_000;

/**
 * Records the reminders and the lists of tomorrow's jobs that are due, now and every minute. Safe to run in several
 * processes, since each can be recorded only once. Returns a function that stops the job and waits for a run in
 * progress.
 */
export function startReminders(context: Context, log: FastifyBaseLogger): () => Promise<void> {
  return startRepeatingJob(
    {
      intervalMs,
      work: () => recordDueReminders(context),
      failureMessage: 'Reminders could not be recorded; this will be retried in a minute.',
    },
    log,
  );
}

/**
 * Records the reminders and the lists of tomorrow's jobs that are due. A reminder is about one start time of an
 * appointment and is recorded only when it is due, so rescheduling the appointment leaves no outdated reminder behind.
 */
export async function recordDueReminders({
  store,
  clock,
}: Pick<Context, 'store' | 'clock'>): Promise<void> {
  const now = clock.now();
  const reminders = await listDueReminders(store.kysely, now);
  const lists = await listDueJobLists(store.kysely, now);
  const messages: MessageToRecord[] = [
    ...reminders.map(({ kind, appointmentId, customerId }) => ({
      ...emptyMessage,
      kind,
      personId: customerId,
      appointmentId,
    })),
    ...lists.map(({ mechanicId, date }) => ({
      ...emptyMessage,
      kind: 'tomorrows_jobs' as const,
      personId: mechanicId,
      date,
    })),
  ];
  if (messages.length === 0) return;
  await inTransaction(store, (trx) => insertMessages(trx, messages, now));
}

const emptyMessage = {
  excludedPersonId: null,
  appointmentId: null,
  conversationId: null,
  mechanicId: null,
  formerMechanicId: null,
  date: null,
};
