import type { FastifyBaseLogger } from 'fastify';
import { startRepeatingJob } from '../application/repeating-job.ts';
import { getCurrentTime, type Context } from '../application/transaction.ts';
import { listAppointmentsNeedingAttention } from '../appointments/queries/attention.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import { insertMessages } from '../database/message-changes.ts';
import {
  findLossNotifications,
  lockAlerts,
  setAlertTimes,
  syncAlerts,
  type AttentionAlert,
} from './attention-changes.ts';

/** The office is notified at most this long after an appointment begins to need attention. */
const intervalMs = 60_000;

/**
 * The office is notified immediately when an appointment loses its mechanic. For this long after that, an alert that no
 * other mechanic is free is suppressed, since it would repeat the same news. This covers the job's next run, even if
 * the run is 15 seconds late. An alert after that has a new cause, so it is sent.
 */
const suppressionMs = intervalMs + 15_000;

/**
 * Notifies the office of appointments that need attention, now and every minute. Every process may run this job.
 * Returns a function that stops it and waits for a run in progress.
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
        'The office could not be notified of appointments that need attention; this will be retried in a minute.',
    },
    log,
  );
}

/**
 * Records one message to the office about all appointments that have begun to need attention since the last run: a sick
 * day or time off that strands several jobs causes one message. The office sees the same appointments flagged, for the
 * same reasons (`getAttentionReason`).
 */
export async function recordAttention(context: Context): Promise<void> {
  const { store } = context;
  const currentTime = getCurrentTime(context);
  const { now } = currentTime;
  await inTransaction(store, async (trx) => {
    await lockAlerts(trx);
    const appointments = await listAppointmentsNeedingAttention(trx, currentTime);
    const alerts = appointments.map(({ row, reason }) => ({
      appointmentId: row.id,
      reason,
      date: row.date,
      startTime: row.start_time,
      mechanicId: row.mechanic_id,
    }));
    const lossNotifications = await findLossNotifications(
      trx,
      new Date(now.getTime() - suppressionMs),
    );
    const changedIds = await syncAlerts(trx, alerts, now);
    const notified = new Map<number, Date>();
    const newAlerts: AttentionAlert[] = [];
    for (const alert of alerts.filter(({ appointmentId }) => changedIds.includes(appointmentId))) {
      const notifiedAt = lossNotifications.get(alert.appointmentId);
      if (notifiedAt && alert.reason === 'no_mechanic_free')
        notified.set(alert.appointmentId, notifiedAt);
      else newAlerts.push(alert);
    }
    await setAlertTimes(trx, notified);
    const [first] = newAlerts;
    if (!first) return;
    const message = {
      ...(newAlerts.length === 1
        ? {
            kind: 'office_attention' as const,
            appointmentId: first.appointmentId,
            mechanicId: first.mechanicId,
          }
        : { kind: 'office_attention_list' as const, appointmentId: null, mechanicId: null }),
      personId: null,
      excludedPersonId: null,
      conversationId: null,
      formerMechanicId: null,
      date: null,
    };
    await insertMessages(trx, [message], now);
  });
}
