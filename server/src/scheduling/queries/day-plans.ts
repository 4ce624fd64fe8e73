// Reads tables of: appointments, mechanics, services
import { toMinutes, getWeekday } from '@curbwrench/contract/fields/calendar';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { DayPlan, Interval } from '../rules/day-plan.ts';
import { isOpenCondition, waitingStatusList } from './open-appointments.ts';
import type { Database } from '../../database/schema.ts';

/** A service as a booking needs it. */
export interface PlannedService {
  readonly id: number;
  readonly name: string;
  /** Decimal text. */
  readonly price: string;
  /** Minutes. */
  readonly duration: number;
  readonly skill: string | null;
}

/** A day's plan and those of the requested services that are offered, in the order of the request. */
export interface LoadedPlan {
  readonly plan: DayPlan;
  readonly services: readonly PlannedService[];
}

/**
 * Reads everything that determines which times of a business day are free, in one round trip: working hours,
 * what is taken, and the requested services.
 */
export async function loadDayPlan(
  db: Kysely<Database> | Transaction<Database>,
  date: string,
  serviceIds: readonly number[],
  mustEndWithinHours: boolean,
): Promise<LoadedPlan> {
  const day = await readDay(db, date, serviceIds);
  return {
    plan: {
      date,
      holiday: day.holiday,
      hasMechanics: day.mechanics.length > 0,
      mechanics: day.mechanics.map(({ id, skills, isSwitchedOff }) => ({
        id,
        skills,
        hours: day.hours.filter(({ mechanicId }) => mechanicId === id).map(toInterval),
        off: [
          ...day.timeOff.filter(({ mechanicId }) => mechanicId === id),
          ...(isSwitchedOff ? [wholeDay] : []),
        ],
      })),
      // Field by field: spreading a hundred rows takes longer than deciding the day's ten slots.
      engagements: day.engagements.map((row) => ({
        appointmentId: row.appointmentId,
        interval: toInterval(row),
        skills: row.skills,
        mechanicId: row.mechanicId,
        holdMechanicId: row.holdMechanicId,
        declinedBy: row.declinedBy,
      })),
      mustEndWithinHours,
    },
    services: day.services,
  };
}

const wholeDay: Interval = { from: 0, to: 24 * 60 };

function toInterval({ start, end }: { readonly start: string; readonly end: string }): Interval {
  return { from: toMinutes(start), to: toMinutes(end) };
}

/** The row that `readDay` reads, with lists as JSON. Times are `HH:MM:SS`; minutes count from midnight. */
interface DayRow {
  readonly holiday: string | null;
  readonly mechanics: readonly {
    readonly id: string;
    readonly skills: readonly string[];
    /** Whether they switched to offline that day: they get no new work for the rest of it. */
    readonly isSwitchedOff: boolean;
  }[];
  readonly hours: readonly MechanicTime<string, 'start' | 'end'>[];
  readonly timeOff: readonly MechanicTime<number, 'from' | 'to'>[];
  readonly engagements: readonly {
    readonly appointmentId: number;
    readonly start: string;
    readonly end: string;
    readonly skills: readonly string[];
    readonly mechanicId: string | null;
    readonly holdMechanicId: string | null;
    readonly declinedBy: readonly string[];
  }[];
  readonly services: readonly PlannedService[];
}

type MechanicTime<Time, Ends extends string> = Readonly<Record<Ends, Time>> & {
  readonly mechanicId: string;
};

/**
 * Reads the day by raw SQL, because every request for slots and every booking runs it: Node takes longer to
 * build it with Kysely than the database takes to run it. The tests of the routes and commands check the
 * row's type.
 */
async function readDay(
  db: Kysely<Database> | Transaction<Database>,
  date: string,
  serviceIds: readonly number[],
): Promise<DayRow> {
  const { rows } = await sql<DayRow>`
    select
      (select name from holidays where holidays.date = day.date) as holiday,
      (select coalesce(json_agg(mechanic), '[]') from (
        select person_id as id, skills,
          switched_on is not distinct from day.date and not available as "isSwitchedOff"
        from mechanics where active
      ) mechanic) as mechanics,
      (select coalesce(json_agg(hours), '[]') from (
        select mechanic_id as "mechanicId", starts as start, ends as end
        from working_hours where weekday = ${getWeekday(date)}
      ) hours) as hours,
      (select coalesce(json_agg(off), '[]') from (
        select mechanic_id as "mechanicId",
          extract(epoch from greatest(lower(during), midnight) - midnight)::int / 60 as from,
          extract(epoch from least(upper(during), next_midnight) - midnight)::int / 60 as to
        from time_off where during && tsrange(midnight, next_midnight)
      ) off) as "timeOff",
      (select coalesce(json_agg(engagement), '[]') from (
        select a.id as "appointmentId", a.start_time as start, a.end_time as end,
          a.mechanic_id as "mechanicId", a.hold_mechanic_id as "holdMechanicId", a.declined_by as "declinedBy",
          coalesce(array_agg(distinct s.skill) filter (where s.skill is not null), '{}') as skills
        from appointments a
        join appointment_lines l on l.appointment_id = a.id
        left join services s on s.id = l.service_id
        where a.date = day.date and ${isOpenCondition}
        group by a.id
      ) engagement) as engagements,
      (select coalesce(json_agg(sold), '[]') from (
        select s.id, s.name, s.price::text as price, s.duration, s.skill
        from unnest(${serviceIds}::int[]) with ordinality as requested (id, position)
        join services s on s.id = requested.id and s.archived_at is null
        order by requested.position
      ) sold) as services
    from (
      select ${date}::date as date, ${date}::date::timestamp as midnight,
        (${date}::date + 1)::timestamp as next_midnight
    ) day
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('Reading the day returned no row.');
  return row;
}

/** Returns the days from `today` on that have appointments with neither a mechanic nor a hold. */
export async function listDatesWithoutHold(
  db: Kysely<Database> | Transaction<Database>,
  today: string,
): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select distinct date from appointments
    where date >= ${today}::date and status in ${waitingStatusList} and hold_mechanic_id is null
    order by date
  `.execute(db);
  return rows.map(({ date }) => date);
}

/** Returns the ids of the appointments that hold this mechanic's time, on one day or, without one, on any. */
export async function findHeldAppointments(
  trx: Transaction<Database>,
  mechanicId: string,
  date?: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from appointments where hold_mechanic_id = ${mechanicId}
      and status in ${waitingStatusList}
      and ${date === undefined ? sql`true` : sql`date = ${date}::date`}
  `.execute(trx);
  return rows.map(({ id }) => id);
}
