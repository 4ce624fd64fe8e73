import { minutesOf, weekdayOf } from '@curbwrench/contract/calendar';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { DayPlan, Engagement, Interval, MechanicDay } from '../domain/availability.ts';
import type { Database } from './schema.ts';

type Pair = readonly [number, number];

/** What the database answers: small arrays, since this is read on every look at a day. */
interface PlanRow {
  holiday: string | null;
  mechanics: readonly (readonly [
    string,
    readonly string[],
    readonly Pair[] | null,
    readonly Pair[] | null,
  ])[];
  engagements: readonly (readonly [
    number,
    string,
    string,
    string | null,
    string | null,
    string | null,
    readonly string[],
  ])[];
  service: {
    readonly name: string;
    readonly price: string;
    readonly duration: number;
    readonly skill: string | null;
    readonly archived: boolean;
  } | null;
}

/** A service as a booking needs it. */
export interface PlannedService {
  readonly name: string;
  /** Decimal text. */
  readonly price: string;
  /** Minutes. */
  readonly duration: number;
  readonly skill: string | null;
}

/**
 * Everything that decides which times of a business day are free, in one round trip: who works
 * when, what is taken, and the service asked for (null when it is not sold).
 */
export async function loadDayPlan(
  db: Kysely<Database> | Transaction<Database>,
  date: string,
  serviceId: number | null,
  mustEndWithinHours: boolean,
): Promise<{ plan: DayPlan; service: PlannedService | null }> {
  const { rows } = await sql<PlanRow>`
    select
      (select name from holidays where date = ${date}::date) as holiday,
      (select coalesce(json_agg(json_build_array(
          m.user_id, m.skills,
          (select json_agg(json_build_array(
             extract(epoch from h.starts)::int / 60, extract(epoch from h.ends)::int / 60))
           from working_hours h
           where h.mechanic_id = m.user_id and h.weekday = ${weekdayOf(date)}::smallint),
          (select json_agg(json_build_array(
             extract(epoch from greatest(lower(o.during), ${date}::date::timestamp) - ${date}::date)::int / 60,
             extract(epoch from least(upper(o.during), ${date}::date + interval '1 day') - ${date}::date)::int / 60))
           from time_off o
           where o.mechanic_id = m.user_id
             and o.during && tsrange(${date}::date, ${date}::date + interval '1 day'))
        )), '[]'::json)
       from mechanics m where m.active) as mechanics,
      (select coalesce(json_agg(json_build_array(
          a.id, a.start_time, a.end_time, s.skill, a.mechanic_id, a.hold_mechanic_id, a.declined_by)), '[]'::json)
       from appointments a join services s on s.id = a.service_id
       where a.date = ${date}::date
         and a.status in ('pending', 'unassigned', 'confirmed', 'in_progress')) as engagements,
      (select json_build_object('name', name, 'price', price::text, 'duration', duration,
          'skill', skill, 'archived', archived_at is not null)
       from services where id = ${serviceId}::int) as service
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A query without a table answered no row.');
  return {
    plan: {
      date,
      holiday: row.holiday,
      hasMechanics: row.mechanics.length > 0,
      mechanics: row.mechanics.map(toMechanicDay),
      engagements: row.engagements.map(toEngagement),
      mustEndWithinHours,
    },
    service: row.service && !row.service.archived ? row.service : null,
  };
}

/** Days from `today` on with appointments that hold nobody's time. */
export async function datesWithoutHold(
  db: Kysely<Database> | Transaction<Database>,
  today: string,
): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select distinct date from appointments
    where date >= ${today}::date and status in ('pending', 'unassigned') and hold_mechanic_id is null
    order by date
  `.execute(db);
  return rows.map(({ date }) => date);
}

/** Appointments that hold this mechanic's time. */
export async function holdsOf(trx: Transaction<Database>, mechanicId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from appointments where hold_mechanic_id = ${mechanicId}
      and status in ('pending', 'unassigned')
  `.execute(trx);
  return rows.map(({ id }) => id);
}

function toMechanicDay([id, skills, hours, off]: PlanRow['mechanics'][number]): MechanicDay {
  return { id, skills, hours: (hours ?? []).map(toInterval), off: (off ?? []).map(toInterval) };
}

function toEngagement(row: PlanRow['engagements'][number]): Engagement {
  const [appointmentId, start, end, skill, mechanicId, holdId, except] = row;
  return {
    appointmentId,
    interval: { from: minutesOf(start), to: minutesOf(end) },
    skill,
    mechanicId,
    holdId,
    except,
  };
}

function toInterval([from, to]: Pair): Interval {
  return { from, to };
}
