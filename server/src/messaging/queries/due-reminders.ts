// Reads tables owned by these modules: appointments, business
import { waitingStatuses } from '@curbwrench/contract/appointments/lifecycle';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** A reminder to record. */
interface DueReminder {
  readonly kind: 'reminder_day' | 'reminder_hours';
  readonly appointmentId: number;
  readonly customerId: string;
}

const remindedStatuses = [...waitingStatuses, 'confirmed'];

/**
 * Returns the reminders that are due and not recorded yet. The first reminder is due a day before the start, the second
 * two hours before. A time that was set less than an hour before a reminder would be due doesn't get that reminder,
 * since the customer has just been notified of it. In the last three hours before the start, the first reminder is no
 * longer sent.
 */
export async function listDueReminders(
  db: Kysely<Database>,
  now: Date,
): Promise<readonly DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    select r.kind, a.id as "appointmentId", a.customer_id as "customerId"
    from business b
    cross join lateral (values
      ('reminder_day', interval '24 hours', interval '3 hours'),
      ('reminder_hours', interval '2 hours', interval '0')
    ) as r (kind, before, until)
    join appointments a on a.date between
      (${now}::timestamptz at time zone b.time_zone)::date
      and (${now}::timestamptz at time zone b.time_zone)::date + 2
    cross join lateral (
      select (a.date + a.start_time) at time zone b.time_zone as at
    ) as start
    where a.status = any (${remindedStatuses})
      and start.at - r.before <= ${now} and start.at - r.until > ${now}
      and not exists (
        select from outbound_messages o
        where o.appointment_id = a.id and o.kind = r.kind and o.date = a.date and o.start_time = a.start_time)
      and (
        select max(e.at) from appointment_events e
        where e.appointment_id = a.id and e.kind in ('booked', 'rescheduled')
      ) < start.at - r.before - interval '1 hour'
    order by a.id, r.kind
  `.execute(db);
  return rows;
}

/** A mechanic whose list of tomorrow's jobs is due. */
interface DueJobList {
  readonly mechanicId: string;
  readonly date: string;
}

/** Returns the mechanics with jobs tomorrow whose list isn't recorded yet; none before 5:00 PM business time. */
export async function listDueJobLists(
  db: Kysely<Database>,
  now: Date,
): Promise<readonly DueJobList[]> {
  const { rows } = await sql<DueJobList>`
    select distinct a.mechanic_id as "mechanicId", a.date::text as date
    from business b
    join appointments a
      on a.date = (${now}::timestamptz at time zone b.time_zone)::date + 1
    where a.status = 'confirmed'
      and (${now}::timestamptz at time zone b.time_zone)::time >= '17:00'
      and not exists (
        select from outbound_messages o
        where o.kind = 'tomorrows_jobs' and o.person_id = a.mechanic_id and o.date = a.date)
    order by 1
  `.execute(db);
  return rows;
}
