// Reads tables of: appointments, mechanics, services
import { toMinutes, getWeekday } from '@curbwrench/contract/fields/calendar';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { DayPlan, Interval } from '../rules/day-plan.ts';
import { isOpenCondition, waitingStatusList } from './open-appointments.ts';
import type { Database } from '../../database/schema.ts';

/** A service as a booking needs it. */
export interface PlannedService {
  readonly name: string;
  /** Decimal text. */
  readonly price: string;
  /** Minutes. */
  readonly duration: number;
  readonly skill: string | null;
}

/** A day's plan and the requested service; null if that is not offered. */
export interface LoadedPlan {
  readonly plan: DayPlan;
  readonly service: PlannedService | null;
}

/**
 * Reads everything that determines which times of a business day are free, in one round trip: working hours,
 * what is taken, and the requested service.
 */
export async function loadDayPlan(
  db: Kysely<Database> | Transaction<Database>,
  date: string,
  serviceId: number | null,
  mustEndWithinHours: boolean,
): Promise<LoadedPlan> {
  const day = await readDay(db, date, serviceId);
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
        skill: row.skill,
        mechanicId: row.mechanicId,
        holdMechanicId: row.holdMechanicId,
        declinedBy: row.declinedBy,
      })),
      mustEndWithinHours,
    },
    service: day.service,
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
    readonly skill: string | null;
    readonly mechanicId: string | null;
    readonly holdMechanicId: string | null;
    readonly declinedBy: readonly string[];
  }[];
  readonly service: PlannedService | null;
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
  serviceId: number | null,
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
        select a.id as "appointmentId", a.start_time as start, a.end_time as end, s.skill,
          a.mechanic_id as "mechanicId", a.hold_mechanic_id as "holdMechanicId", a.declined_by as "declinedBy"
        from appointments a join services s on s.id = a.service_id
        where a.date = day.date and ${isOpenCondition}
      ) engagement) as engagements,
      (select to_json(sold) from (
        select name, price::text as price, duration, skill
        from services where id = ${serviceId} and archived_at is null
      ) sold) as service
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
