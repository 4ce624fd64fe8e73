// Reads tables owned by these modules: appointments, business, mechanics, services, working-time
import { toMinutes } from '@curbwrench/contract/fields/calendar';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { BusinessSettings } from '../../application/rules/business-settings.ts';
import type { DayPlan, Interval } from '../rules/day-plan.ts';
import { isOpenCondition, waitingStatusList } from './open-appointments.ts';
import type { Database } from '../../database/schema.ts';

/** The data about a service that a booking needs. */
export interface BookableService {
  readonly id: number;
  readonly name: string;
  /** Decimal text. */
  readonly price: string;
  /** Minutes. */
  readonly duration: number;
  readonly skill: string | null;
}

/** The business settings that a booking depends on. */
export type BookingSettings = Pick<
  BusinessSettings,
  | 'businessHours'
  | 'slotIntervalMinutes'
  | 'windowDays'
  | 'noticeHours'
  | 'bufferMinutes'
  | 'jobsMustEndWithinWorkingHours'
  | 'cancellationCutoffHours'
  | 'maxOpenBookings'
>;

/**
 * A day's plan, the current business settings, and the requested services in the order of the request, except those
 * that are no longer offered.
 */
export interface LoadedPlan {
  readonly plan: DayPlan;
  readonly business: BookingSettings;
  readonly services: readonly BookableService[];
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
  const timeOff = toRows<TimeOffRow>(day.timeOff);
  const { outsideHours, declinedBy } = day.commitments;
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
          ...timeOff
            .filter(([mechanicId]) => mechanicId === id)
            .map(([, start, end, isUnplanned]) => ({ ...toInterval(start, end), isUnplanned })),
          ...(isSwitchedOff ? [{ ...fullDay, isUnplanned: true }] : []),
        ],
      })),
      commitments: toRows<CommitmentRow>(day.commitments.columns).map(
        ([appointmentId, serviceId, start, end, buffer, mechanicId, heldMechanicId]) => ({
          appointmentId,
          interval: toInterval(start, end),
          buffer,
          outsideHours: outsideHours?.includes(appointmentId) ?? false,
          skills: listSkills(day, appointmentId, serviceId),
          mechanicId,
          heldMechanicId,
          declinedBy: declinedBy?.[appointmentId] ?? [],
        }),
      ),
      mustEndWithinWorkingHours: day.business.jobsMustEndWithinWorkingHours,
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
  { skills, addedServices }: DayRow,
  appointmentId: number,
  firstServiceId: number,
): readonly string[] {
  const skill = skills?.[firstServiceId];
  const first = skill === undefined ? [] : [skill];
  const added = addedServices.filter((each) => each.appointmentId === appointmentId);
  if (added.length === 0) return first;
  return [...new Set([...first, ...added.flatMap(({ serviceId }) => skills?.[serviceId] ?? [])])];
}

const fullDay: Interval = { from: 0, to: 24 * 60 };

function toInterval(start: string, end: string): Interval {
  return { from: toMinutes(start), to: toMinutes(end) };
}

/** A mechanic; `isSwitchedOff` means that they went offline that day and get no new work for the rest of it. */
type MechanicRow = readonly [id: string, skills: readonly string[], isSwitchedOff: boolean];

/** Times are `HH:MM:SS`. */
type HoursRow = readonly [mechanicId: string, start: string, end: string];

/** Time off, clipped to the day; times are `HH:MM:SS`. */
type TimeOffRow = readonly [mechanicId: string, start: string, end: string, isUnplanned: boolean];

/** An open appointment, with the first of its services; times are `HH:MM:SS`. */
type CommitmentRow = readonly [
  appointmentId: number,
  serviceId: number,
  start: string,
  end: string,
  buffer: number,
  mechanicId: string | null,
  heldMechanicId: string | null,
];

/**
 * Rows stored by column: one list for each column, in the order of the row. All lists are null if there are no rows.
 */
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
 * to write a JSON array or object for each row.
 */
interface DayRow {
  readonly date: string;
  readonly business: BookingSettings;
  readonly holiday: string | null;
  readonly mechanics: Columns<MechanicRow>;
  readonly hours: Columns<HoursRow>;
  readonly timeOff: Columns<TimeOffRow>;
  readonly commitments: {
    readonly columns: Columns<CommitmentRow>;
    /** The ids of the appointments outside working hours; null if there are none. */
    readonly outsideHours: readonly number[] | null;
    /** The mechanics who declined an appointment, by its id; null if there are none. */
    readonly declinedBy: Readonly<Record<number, readonly string[]>> | null;
  };
  /** The services of the commitments beyond the first. */
  readonly addedServices: readonly { readonly appointmentId: number; readonly serviceId: number }[];
  /** The required skill by service id, for services that require one; null if there are none. */
  readonly skills: Readonly<Record<number, string>> | null;
  readonly services: readonly BookableService[];
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
      (select json_build_object(
          'businessHours', business_hours, 'slotIntervalMinutes', slot_interval_minutes, 'windowDays', window_days,
          'noticeHours', notice_hours, 'bufferMinutes', buffer_minutes, 'jobsMustEndWithinWorkingHours', jobs_must_end_within_working_hours,
          'cancellationCutoffHours', cancellation_cutoff_hours, 'maxOpenBookings', max_open_bookings
        ) from business
      ) as business,
      (select name from holidays where holidays.date = day.date) as holiday,
      (select json_build_array(
          json_agg(person_id), json_agg(skills),
          json_agg(availability_set_on is not distinct from day.date and not available)
        )
        from mechanics where active
      ) as mechanics,
      (select json_build_array(json_agg(mechanic_id), json_agg(starts), json_agg(ends))
        from working_hours_on(day.date)
      ) as hours,
      (select json_build_array(
          json_agg(mechanic_id), json_agg(greatest(lower(during), midnight)::time),
          json_agg(case when upper(during) < next_midnight then upper(during)::time else '24:00' end), json_agg(sick)
        )
        from time_off where during && tsrange(midnight, next_midnight)
      ) as "timeOff",
      (select json_build_object(
          'columns', json_build_array(
            json_agg(a.id), json_agg(a.service_id), json_agg(a.start_time), json_agg(a.end_time),
            json_agg(a.buffer_minutes), json_agg(a.mechanic_id), json_agg(a.held_mechanic_id)
          ),
          'outsideHours', json_agg(a.id) filter (where a.outside_hours),
          'declinedBy', json_object_agg(a.id, a.declined_by) filter (where a.declined_by <> '{}')
        )
        from appointments a where a.date = day.date and ${isOpenCondition}
      ) as commitments,
      (select coalesce(json_agg(added), '[]') from (
        select l.appointment_id as "appointmentId", l.service_id as "serviceId"
        from appointments a
        join appointment_lines l on l.appointment_id = a.id and l.kind = 'service' and l.position > 1
        where a.date = day.date and ${isOpenCondition}
      ) added) as "addedServices",
      (select json_object_agg(id, skill) from services where skill is not null) as skills,
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
    where date >= ${today}::date and status in ${waitingStatusList} and held_mechanic_id is null
    order by date
  `.execute(db);
  return rows.map(({ date }) => date);
}

/**
 * Returns the ids of the appointments that hold this mechanic's time, on the given date, or on any date if it is
 * omitted.
 */
export async function findHeldAppointments(
  trx: Transaction<Database>,
  mechanicId: string,
  date?: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from appointments where held_mechanic_id = ${mechanicId}
      and status in ${waitingStatusList}
      and ${date === undefined ? sql`true` : sql`date = ${date}::date`}
  `.execute(trx);
  return rows.map(({ id }) => id);
}
