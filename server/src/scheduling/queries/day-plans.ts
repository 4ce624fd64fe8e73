// Reads tables owned by these modules: appointments, mechanics, services, working-time
import { toMinutes } from '@curbwrench/contract/fields/calendar';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { businessSettings } from '../../application/business-queries.ts';
import type { BusinessSettings } from '../../application/rules/business-settings.ts';
import type { DayPlan, Interval } from '../rules/day-plan.ts';
import { isOpenCondition, waitingStatusList } from './open-appointments.ts';
import type { Database } from '../../database/schema.ts';

/** The data about a service that a booking needs. */
export interface PlannedService {
  readonly id: number;
  readonly name: string;
  /** Decimal text. */
  readonly price: string;
  /** Minutes. */
  readonly duration: number;
  readonly skill: string | null;
}

/**
 * A day's plan, the current business settings, and the requested services, in the order of the request, without those
 * that are no longer offered.
 */
export interface LoadedPlan {
  readonly plan: DayPlan;
  readonly business: BusinessSettings;
  readonly services: readonly PlannedService[];
}

/**
 * Reads everything that determines which times of a business day are free, in one round trip: the business's
 * settings, working hours, time off, the day's appointments, and the requested services.
 */
export async function loadDayPlan(
  db: Kysely<Database> | Transaction<Database>,
  date: string,
  serviceIds: readonly number[],
): Promise<LoadedPlan> {
  const [day] = await readDays(db, sql`select ${date}::date as date`, serviceIds);
  if (!day) throw new Error('Reading the day returned no row.');
  const loaded = toLoadedPlan(day);
  const services = serviceIds.flatMap((id) => loaded.services.find((each) => each.id === id) ?? []);
  return { ...loaded, services };
}

/** Reads the plans of several days in one round trip, in the order of the dates. */
export async function loadDayPlans(
  db: Kysely<Database> | Transaction<Database>,
  dates: readonly string[],
): Promise<DayPlan[]> {
  if (dates.length === 0) return [];
  const days = await readDays(db, sql`select unnest(${dates}::date[]) as date`, []);
  return days.map((day) => toLoadedPlan(day).plan).toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

function toLoadedPlan(day: DayRow): LoadedPlan {
  const hours = groupHours(toRows<HoursRow>(day.hours));
  const mechanics = toRows<MechanicRow>(day.mechanics);
  return {
    plan: {
      date: day.date,
      holiday: day.holiday,
      hasMechanics: mechanics.length > 0,
      mechanics: mechanics.map(([id, skills, isSwitchedOff]) => ({
        id,
        skills,
        hours: hours.get(id) ?? [],
        off: [
          ...day.timeOff.filter(({ mechanicId }) => mechanicId === id),
          ...(isSwitchedOff ? [{ ...wholeDay, isUnplanned: true }] : []),
        ],
      })),
      commitments: toRows<CommitmentRow>(day.commitments).map(
        ([
          appointmentId,
          start,
          end,
          buffer,
          outsideHours,
          mechanicId,
          holdMechanicId,
          declinedBy,
          skill,
        ]) => ({
          appointmentId,
          interval: toInterval(start, end),
          buffer,
          outsideHours,
          skills: listSkills(appointmentId, skill, day.addedSkills),
          mechanicId,
          holdMechanicId,
          declinedBy,
        }),
      ),
      mustEndWithinHours: day.business.jobsEndWithinHours,
      bufferMinutes: day.business.bufferMinutes,
      rules: day.business,
    },
    business: day.business,
    services: day.services,
  };
}

/** Returns the working hours by mechanic. */
function groupHours(rows: readonly HoursRow[]): Map<string, Interval[]> {
  const hours = new Map<string, Interval[]>();
  for (const [mechanicId, start, end] of rows) {
    const interval = toInterval(start, end);
    const others = hours.get(mechanicId);
    if (others) others.push(interval);
    else hours.set(mechanicId, [interval]);
  }
  return hours;
}

/** Returns the skills that an appointment's services require, without duplicates. */
function listSkills(
  appointmentId: number,
  skill: string | null,
  added: DayRow['addedSkills'],
): readonly string[] {
  const skills = skill === null ? [] : [skill];
  if (added.length === 0) return skills;
  const addedHere = added.filter((each) => each.appointmentId === appointmentId);
  return [...new Set([...skills, ...addedHere.map((each) => each.skill)])];
}

const wholeDay: Interval = { from: 0, to: 24 * 60 };

function toInterval(start: string, end: string): Interval {
  return { from: toMinutes(start), to: toMinutes(end) };
}

/** A mechanic; `isSwitchedOff` means that they went offline that day and get no new work for the rest of it. */
type MechanicRow = readonly [id: string, skills: readonly string[], isSwitchedOff: boolean];

/** Times are `HH:MM:SS`. */
type HoursRow = readonly [mechanicId: string, start: string, end: string];

/** An open appointment; times are `HH:MM:SS`, and `skill` is the skill that the first service requires, if any. */
type CommitmentRow = readonly [
  appointmentId: number,
  start: string,
  end: string,
  buffer: number,
  outsideHours: boolean,
  mechanicId: string | null,
  holdMechanicId: string | null,
  declinedBy: readonly string[],
  skill: string | null,
];

/** Rows as one list for each column, in the order of the row; all null if there are no rows. */
type Columns<Row extends readonly unknown[]> = {
  readonly [Column in keyof Row]: readonly Row[Column][] | null;
};

function toRows<Row extends readonly unknown[]>(columns: Columns<Row>): Row[] {
  const lists: readonly (readonly unknown[] | null)[] = columns;
  // The lists of one aggregation are equally long, and each has the type of its column.
  return (lists[0] ?? []).map((_, index) => lists.map((list) => list?.[index]) as unknown as Row);
}

/**
 * The row that `readDays` reads, with lists as JSON. The long lists are read by column, because PostgreSQL takes longer
 * to write a JSON array or object for each row. Minutes are since midnight.
 */
interface DayRow {
  readonly date: string;
  readonly business: BusinessSettings;
  readonly holiday: string | null;
  readonly mechanics: Columns<MechanicRow>;
  readonly hours: Columns<HoursRow>;
  readonly timeOff: readonly (Interval & {
    readonly mechanicId: string;
    readonly isUnplanned: boolean;
  })[];
  readonly commitments: Columns<CommitmentRow>;
  /** The skills that a commitment's services beyond the first require. */
  readonly addedSkills: readonly { readonly appointmentId: number; readonly skill: string }[];
  readonly services: readonly PlannedService[];
}

/**
 * Reads the days that `dates` selects. Uses raw SQL, because every request for slots and every booking runs this query,
 * and building it with Kysely would take longer than the database takes to run it. The tests of the routes and commands
 * check the row's type. Services beyond the first are read separately, because few appointments have any, and looking
 * up the line items of all appointments doubles the time.
 */
async function readDays(
  db: Kysely<Database> | Transaction<Database>,
  dates: RawBuilder<unknown>,
  serviceIds: readonly number[],
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select day.date,
      ${businessSettings} as business,
      (select name from holidays where holidays.date = day.date) as holiday,
      (select json_build_array(
          json_agg(person_id), json_agg(skills), json_agg(switched_on is not distinct from day.date and not available)
        )
        from mechanics where active
      ) as mechanics,
      (select json_build_array(json_agg(mechanic_id), json_agg(starts), json_agg(ends))
        from working_hours_on(day.date)
      ) as hours,
      (select coalesce(json_agg(off), '[]') from (
        select mechanic_id as "mechanicId", sick as "isUnplanned",
          extract(epoch from greatest(lower(during), midnight) - midnight)::int / 60 as from,
          extract(epoch from least(upper(during), next_midnight) - midnight)::int / 60 as to
        from time_off where during && tsrange(midnight, next_midnight)
      ) off) as "timeOff",
      (select json_build_array(
          json_agg(a.id), json_agg(a.start_time), json_agg(a.end_time), json_agg(a.buffer_minutes),
          json_agg(a.outside_hours), json_agg(a.mechanic_id), json_agg(a.hold_mechanic_id), json_agg(a.declined_by),
          json_agg(s.skill)
        )
        from appointments a join services s on s.id = a.service_id
        where a.date = day.date and ${isOpenCondition}
      ) as commitments,
      (select coalesce(json_agg(added), '[]') from (
        select a.id as "appointmentId", s.skill
        from appointments a
        join appointment_lines l on l.appointment_id = a.id and l.kind = 'service' and l.position > 1
        join services s on s.id = l.service_id and s.skill is not null
        where a.date = day.date and ${isOpenCondition}
      ) added) as "addedSkills",
      (select coalesce(json_agg(offered), '[]') from (
        select s.id, s.name, s.price::text as price, s.duration, s.skill
        from services s where s.id = any(${serviceIds}::int[]) and s.archived_at is null
      ) offered) as services
    from (
      select date, date::timestamp as midnight, (date + 1)::timestamp as next_midnight
      from (${dates}) requested
    ) day
  `.execute(db);
  return rows;
}

/** Returns the days, `today` or later, that have appointments with neither a mechanic nor a hold. */
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

/**
 * Returns the ids of the appointments that hold this mechanic's time, on the given date, or on any date if it is omitted.
 */
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
