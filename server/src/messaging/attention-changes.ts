// Reads tables owned by these modules: appointments
import type { AttentionReason } from '@curbwrench/contract/appointments/schemas';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

/** An appointment that needs attention, and why. The office is notified again if any of this changes. */
export interface AttentionAlert {
  readonly appointmentId: number;
  readonly reason: AttentionReason;
  readonly date: string;
  readonly startTime: string;
  readonly mechanicId: string | null;
}

/** Locks the alerts, so that only one process at a time compares them with what needs attention. */
export async function lockAlerts(trx: Transaction<Database>): Promise<void> {
  await sql`lock table attention_alerts in share row exclusive mode`.execute(trx);
}

/**
 * Stores an alert for each appointment that needs attention now, and deletes the alerts of those that no longer do. An
 * appointment with a change that can still be undone keeps its alert. Returns the ids of the appointments whose alert
 * is new or has a different reason, time or mechanic: the office is notified of these. The caller must hold the lock on
 * the alerts.
 */
export async function syncAlerts(
  trx: Transaction<Database>,
  alerts: readonly AttentionAlert[],
  now: Date,
): Promise<number[]> {
  const ids = alerts.map(({ appointmentId }) => appointmentId);
  await sql`
    delete from attention_alerts alert where appointment_id <> all (${ids}::int[])
      and not exists (select from undoable_changes u where u.appointment_id = alert.appointment_id)
  `.execute(trx);
  const { rows } = await sql<{ id: number }>`
    insert into attention_alerts as alert (appointment_id, reason, date, start_time, mechanic_id, alerted_at)
    select "appointmentId", reason, date, "startTime", "mechanicId", ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb) as flagged (
      "appointmentId" integer, reason text, date date, "startTime" time, "mechanicId" text)
    order by 1
    on conflict (appointment_id) do update set reason = excluded.reason, date = excluded.date,
      start_time = excluded.start_time, mechanic_id = excluded.mechanic_id, alerted_at = excluded.alerted_at
    where (alert.reason, alert.date, alert.start_time, alert.mechanic_id)
      is distinct from (excluded.reason, excluded.date, excluded.start_time, excluded.mechanic_id)
    returning appointment_id as id
  `.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Returns when the office was last notified that an appointment lost its mechanic or time, by appointment id. Includes
 * only notifications since `since`, and none that were caused by alerts. Must be called before `syncAlerts`, which
 * changes the alerts' times.
 */
export async function findLossNotifications(
  trx: Transaction<Database>,
  since: Date,
): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await sql<{ id: number; at: Date }>`
    select message.appointment_id as id, max(message.created_at) as at
    from outbound_messages message
    left join attention_alerts alert on alert.appointment_id = message.appointment_id
    where message.kind = 'office_attention' and message.created_at >= ${since}
      and message.appointment_id is not null and message.created_at is distinct from alert.alerted_at
    group by message.appointment_id
  `.execute(trx);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Records when the office was already notified of these appointments, so that it is not notified again. */
export async function setAlertTimes(
  trx: Transaction<Database>,
  times: ReadonlyMap<number, Date>,
): Promise<void> {
  await sql`
    update attention_alerts set alerted_at = notified.at
    from unnest(${[...times.keys()]}::int[], ${[...times.values()]}::timestamptz[]) as notified (id, at)
    where attention_alerts.appointment_id = notified.id
  `.execute(trx);
}
