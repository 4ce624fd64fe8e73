// Reads tables owned by these modules: accounts, appointments
import type { BoardWeekDay } from '@curbwrench/contract/appointments/board-schemas';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { LocatedJob } from './travel-rules.ts';

/** Returns the appointment and the confirmed or started jobs on its day, excluding those without a position. */
export async function listLocatedJobs(
  db: Kysely<Database>,
  appointmentId: number,
  date: string,
): Promise<readonly LocatedJob[]> {
  const { rows } = await sql<Omit<LocatedJob, 'position'> & { lat: number; lng: number }>`
    select id, mechanic_id as "mechanicId", latitude as lat, longitude as lng,
      coalesce(place_precision, 'pin') as precision,
      (extract(epoch from start_time) / 60)::int as from,
      (extract(epoch from end_time) / 60)::int as to
    from appointments a
    where date = ${date}::date and latitude is not null and longitude is not null
      and (id = ${appointmentId} or status in ('confirmed', 'in_progress'))
  `.execute(db);
  return rows.map(({ lat, lng, ...job }) => ({ ...job, position: { lat, lng } }));
}

/** The fields of an appointment that the week board shows. */
export type WeekJob = BoardWeekDay['jobs'][number] & {
  readonly date: string;
  readonly mechanicId: string | null;
  /** The name of the assigned person, even if they are no longer a mechanic. */
  readonly mechanic: { readonly firstName: string; readonly lastName: string } | null;
};

/** Returns the appointments from `from` through the day before `before`, except canceled ones, by start time. */
export async function listWeekJobs(
  db: Kysely<Database>,
  from: string,
  before: string,
): Promise<readonly WeekJob[]> {
  const { rows } = await sql<WeekJob>`
    select a.id, a.date, a.mechanic_id as "mechanicId", a.status,
      to_char(a.start_time, 'HH24:MI') as "startTime", to_char(a.end_time, 'HH24:MI') as "endTime",
      case when u.id is not null
        then json_build_object('firstName', u.first_name, 'lastName', u.last_name) end as mechanic
    from appointments a left join people u on u.id = a.mechanic_id
    where a.date >= ${from}::date and a.date < ${before}::date and a.status <> 'cancelled'
    order by a.date, a.start_time, a.id
  `.execute(db);
  return rows;
}
