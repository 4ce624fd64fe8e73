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

/**
 * Records which appointments need attention now, and deletes those that no longer do. Returns the ids of new and
 * changed ones: the office is notified again if the reason, time or mechanic differs. If several processes do this at
 * once, each appointment is returned to one of them.
 */
export async function syncAlerts(
  trx: Transaction<Database>,
  alerts: readonly AttentionAlert[],
  now: Date,
): Promise<number[]> {
  const ids = alerts.map(({ appointmentId }) => appointmentId);
  await sql`delete from attention_alerts where appointment_id <> all (${ids}::int[])`.execute(trx);
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
 * Returns which of these appointments the office was notified about since `since`, when they lost their mechanic or
 * time.
 */
export async function listNotifiedSince(
  trx: Transaction<Database>,
  ids: readonly number[],
  since: Date,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct appointment_id as id from outbound_messages
    where appointment_id = any(${ids}::int[]) and kind = 'office_attention' and created_at >= ${since}
  `.execute(trx);
  return new Set(rows.map(({ id }) => id));
}
