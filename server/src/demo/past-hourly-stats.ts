import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

/**
 * Writes the admin dashboard's statistics for each hour of the last eight days, computed from the demo's
 * history: how many mechanics worked that day, and how many appointments were not yet assigned.
 */
export async function writePastHourlyStats(
  trx: Transaction<Database>,
  now: Date,
  timeZone: string,
): Promise<void> {
  await sql`
    insert into hourly_stats (hour, active_mechanics, pending_appointments)
    select hour,
      (select count(distinct mechanic_id) from appointments
        where date = local_date and mechanic_id is not null and status <> 'cancelled'),
      (select count(*) from appointments a
        where a.date >= local_date and a.created_at <= hour and not exists (
          select from appointment_events e
          where e.appointment_id = a.id and e.kind in ('assigned', 'cancelled') and e.at <= hour))
    from generate_series(
      date_trunc('hour', ${now}::timestamptz) - interval '8 days',
      date_trunc('hour', ${now}::timestamptz) - interval '1 hour',
      interval '1 hour'
    ) as hour, lateral (select (hour at time zone ${timeZone})::date as local_date) as here
    on conflict do nothing
  `.execute(trx);
}
