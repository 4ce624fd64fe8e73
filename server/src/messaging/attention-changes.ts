// Reads tables owned by these modules: appointments
import type { AttentionReason } from '@curbwrench/contract/appointments/schemas';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

/** An appointment that needs attention, with what is true of it. */
export interface AttentionAlert {
  readonly appointmentId: number;
  readonly reason: AttentionReason;
  readonly date: string;
  readonly startTime: string;
  readonly mechanicId: string | null;
}

/** Makes other processes wait that also compare the alerts with what needs attention. */
export async function lockAlerts(trx: Transaction<Database>): Promise<void> {
  await sql`lock table attention_alerts in share row exclusive mode`.execute(trx);
}

/**
 * Records which appointments need attention now, and deletes those that no longer do; an appointment with a change that
 * can still be undone stays as it is. Returns the ids of new and changed ones: the office is notified again if the
 * reason, time or mechanic differs. The caller must hold the alerts' lock.
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
 * Of the appointments with these ids, finds those about which the office was notified since `since`, when they lost
 * their mechanic or time. Marks their alerts as told then, so that no later message is about them. Returns their ids.
 */
export async function markAlertsAsTold(
  trx: Transaction<Database>,
  ids: readonly number[],
  since: Date,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    update attention_alerts set alerted_at = told.at
    from (
      select appointment_id, max(created_at) as at from outbound_messages
      where appointment_id = any(${ids}::int[]) and kind = 'office_attention' and created_at >= ${since}
      group by appointment_id
    ) as told
    where told.appointment_id = attention_alerts.appointment_id
    returning told.appointment_id as id
  `.execute(trx);
  return new Set(rows.map(({ id }) => id));
}
