import type { FastifyBaseLogger } from 'fastify';
import { startRepeatingJob } from '../application/repeating-job.ts';
import { getCurrentMoment, type Context } from '../application/transaction.ts';
import { listAppointmentsNeedingAttention } from '../appointments/queries/attention.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import { insertMessages } from '../database/message-changes.ts';
import { listToldSince, replaceAlerts } from './attention-changes.ts';

/** The office is told at most this long after an appointment begins to need attention. */
const intervalMs = 60_000;

/** A loss of a mechanic is told at once, so what follows from it within this time is not told again. */
const toldMs = 10 * 60_000;

/**
 * Tells the office which appointments need attention, now and every minute. Every process may run this job. Returns a
 * function that stops it and waits for a run in progress.
 */
export function startAttentionAlerts(
  context: Context,
  log: FastifyBaseLogger,
): () => Promise<void> {
  return startRepeatingJob(
    {
      intervalMs,
      work: () => recordAttention(context),
      failureMessage:
        'The office could not be told what needs attention; this will be retried in a minute.',
    },
    log,
  );
}

/**
 * Records one message to the office about all appointments that have begun to need attention since the last time: a sick
 * day or time off that strands several jobs is told once. Dispatch sees the same appointments flagged, for the same
 * reasons (`getAttentionReason`).
 */
export async function recordAttention(context: Context): Promise<void> {
  const { store } = context;
  const moment = getCurrentMoment(context);
  const { now } = moment;
  const flagged = await listAppointmentsNeedingAttention(store.kysely, moment);
  const alerts = flagged.map(({ row, reason }) => ({
    appointmentId: row.id,
    reason,
    date: row.date,
    startTime: row.start_time,
    mechanicId: row.mechanic_id,
  }));
  await inTransaction(store, async (trx) => {
    const ids = await replaceAlerts(trx, alerts, now);
    if (ids.length === 0) return;
    const told = await listToldSince(trx, ids, new Date(now.getTime() - toldMs));
    const news = alerts.filter(
      ({ appointmentId: id, reason }) =>
        ids.includes(id) && !(reason === 'no_mechanic_free' && told.has(id)),
    );
    const [first] = news;
    if (!first) return;
    const one = { appointmentId: first.appointmentId, mechanicId: first.mechanicId };
    const message = {
      ...(news.length === 1
        ? { kind: 'office_attention' as const, ...one }
        : { kind: 'office_attention_list' as const, appointmentId: null, mechanicId: null }),
      personId: null,
      exceptId: null,
      conversationId: null,
      formerMechanicId: null,
      date: null,
    };
    await insertMessages(trx, [message], now);
  });
}
