// Reads tables owned by these modules: accounts, appointments, mechanics
import { addDays, getWeekday, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import type { HoursInterval } from '@curbwrench/contract/working-time/hours';
import type {
  Holiday,
  StrandedAppointment,
  TeamMember,
  TeamWeek,
} from '@curbwrench/contract/working-time/schemas';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { LocalTime } from '../application/rules/business-time.ts';
import type { Database } from '../database/schema.ts';
import { isOpenCondition } from '../scheduling/queries/open-appointments.ts';

type DatabaseHandle = Kysely<Database> | Transaction<Database>;

interface MemberRow extends Omit<TeamMember, 'weeklyHours' | 'exceptions'> {
  readonly weekly: readonly (HoursInterval & { readonly weekday: number })[];
  readonly exceptionRows: readonly {
    readonly date: string;
    readonly startTime: string | null;
    readonly endTime: string | null;
  }[];
}

/**
 * Returns the hours, exceptions and time off of all active mechanics, sorted by name, in the week (Sunday through
 * Saturday) that contains a date. If `onlyId` is set, returns only the mechanic with that id.
 */
export async function readTeamWeek(
  db: DatabaseHandle,
  date: string,
  onlyId: string | null,
): Promise<TeamWeek> {
  const sunday = addDays(date, -getWeekday(date));
  const dates = Array.from({ length: 7 }, (_, day) => addDays(sunday, day));
  const nextSunday = addDays(sunday, 7);
  const { rows } = await sql<MemberRow>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName",
      u.image as "profileImageUrl", m.skills,
      (select coalesce(json_agg(json_build_object('weekday', w.weekday,
          'startTime', to_char(w.starts, 'HH24:MI'), 'endTime', to_char(w.ends, 'HH24:MI'))
          order by w.starts), '[]')
        from working_hours w where w.mechanic_id = m.person_id) as weekly,
      (select coalesce(json_agg(json_build_object('date', e.date,
          'startTime', to_char(e.starts, 'HH24:MI'), 'endTime', to_char(e.ends, 'HH24:MI'))
          order by e.date, e.starts), '[]')
        from working_day_exceptions e
        where e.mechanic_id = m.person_id and e.date >= ${sunday}::date
          and e.date < ${nextSunday}::date
      ) as "exceptionRows",
      (select coalesce(json_agg(json_build_object('id', o.id,
          'startDate', lower(o.during)::date, 'startTime', to_char(lower(o.during), 'HH24:MI'),
          'endDate', upper(o.during)::date, 'endTime', to_char(upper(o.during), 'HH24:MI'),
          'reason', o.reason, 'byMechanic', o.by_mechanic, 'sick', o.sick) order by lower(o.during)), '[]')
        from time_off o
        where o.mechanic_id = m.person_id
          and o.during && tsrange(${sunday}::timestamp, ${nextSunday}::timestamp)
      ) as "timeOff"
    from mechanics m join people u on u.id = m.person_id
    where m.active and (${onlyId}::text is null or m.person_id = ${onlyId}::text)
    order by u.last_name, u.first_name, u.id
  `.execute(db);
  return {
    dates,
    holidays: await listHolidays(db, sunday, nextSunday),
    people: rows.map(({ weekly, exceptionRows, ...member }) => ({
      ...member,
      weeklyHours: dates.map((_, weekday) =>
        weekly
          .filter((interval) => interval.weekday === weekday)
          .map(({ startTime, endTime }) => ({ startTime, endTime })),
      ),
      exceptions: toExceptions(exceptionRows),
    })),
  };
}

function toExceptions(rows: MemberRow['exceptionRows']): TeamMember['exceptions'] {
  const byDate = new Map<string, HoursInterval[]>();
  for (const { date, startTime, endTime } of rows) {
    const hours = byDate.get(date) ?? [];
    if (startTime !== null && endTime !== null) hours.push({ startTime, endTime });
    byDate.set(date, hours);
  }
  return [...byDate].map(([date, hours]) => ({ date, hours }));
}

/** Returns the holidays on or after `from` and before `before`, sorted by date. */
export async function listHolidays(
  db: DatabaseHandle,
  from: string,
  before: string,
): Promise<Holiday[]> {
  return db
    .selectFrom('holidays')
    .select(['date', 'name'])
    .where('date', '>=', from)
    .where('date', '<', before)
    .orderBy('date')
    .execute();
}

/** Returns a mechanic's weekly hours, Sunday first. */
export async function readWeeklyHours(
  trx: DatabaseHandle,
  mechanicId: string,
): Promise<HoursInterval[][]> {
  const { rows } = await sql<HoursInterval & { weekday: number }>`
    select weekday, to_char(starts, 'HH24:MI') as "startTime", to_char(ends, 'HH24:MI') as "endTime"
    from working_hours where mechanic_id = ${mechanicId} order by weekday, starts
  `.execute(trx);
  return Array.from({ length: 7 }, (_, weekday) =>
    rows
      .filter((row) => row.weekday === weekday)
      .map(({ startTime, endTime }) => ({ startTime, endTime })),
  );
}

/** Returns the hours that replace a mechanic's weekly hours on a date, or null if the weekly hours apply. */
export async function readDayHours(
  trx: DatabaseHandle,
  mechanicId: string,
  date: string,
): Promise<HoursInterval[] | null> {
  const { rows } = await sql<{ startTime: string | null; endTime: string | null }>`
    select to_char(starts, 'HH24:MI') as "startTime", to_char(ends, 'HH24:MI') as "endTime"
    from working_day_exceptions where mechanic_id = ${mechanicId} and date = ${date}::date order by starts
  `.execute(trx);
  if (rows.length === 0) return null;
  return rows.flatMap(({ startTime, endTime }) =>
    startTime !== null && endTime !== null ? [{ startTime, endTime }] : [],
  );
}

/** Returns a mechanic's skills. */
export async function readSkills(trx: DatabaseHandle, mechanicId: string): Promise<string[]> {
  const row = await trx
    .selectFrom('mechanics')
    .select('skills')
    .where('person_id', '=', mechanicId)
    .executeTakeFirst();
  return row?.skills ?? [];
}

/** The data about time off that the rules need. */
export interface TimeOffRow {
  readonly id: number;
  readonly mechanicId: string;
  /** Whether the mechanic entered it, rather than the office. */
  readonly byMechanic: boolean;
  /** Whether it is a sick day. */
  readonly sick: boolean;
  readonly startDate: string;
  /** The last date on which the mechanic is off, even if only for part of the day. */
  readonly lastDate: string;
}

/** Returns the time off with this id, or null. */
export async function findTimeOff(trx: DatabaseHandle, id: number): Promise<TimeOffRow | null> {
  return (await selectTimeOff(trx, sql`id = ${id}`)) ?? null;
}

/** Returns a mechanic's first time off, other than sick days, that overlaps a period, or null. */
export async function findOverlappingTimeOff(
  trx: DatabaseHandle,
  mechanicId: string,
  start: { readonly date: string; readonly time: string },
  end: { readonly date: string; readonly time: string },
): Promise<TimeOffRow | null> {
  const condition = sql`mechanic_id = ${mechanicId} and not sick and during && tsrange(
    ${start.date}::date + ${start.time}::interval, ${end.date}::date + ${end.time}::interval)`;
  return (await selectTimeOff(trx, condition)) ?? null;
}

async function selectTimeOff(
  trx: DatabaseHandle,
  condition: ReturnType<typeof sql>,
): Promise<TimeOffRow | undefined> {
  const { rows } = await sql<TimeOffRow>`
    select id, mechanic_id as "mechanicId", by_mechanic as "byMechanic", sick,
      lower(during)::date::text as "startDate",
      (upper(during) - interval '1 microsecond')::date::text as "lastDate"
    from time_off where ${condition} order by lower(during) limit 1
  `.execute(trx);
  return rows[0];
}

/**
 * Returns the dates from `from` through `to` with open appointments that are assigned to this mechanic or hold
 * their time. If `mechanicId` is null, appointments of any mechanic count.
 */
export async function listDatesWithJobs(
  trx: DatabaseHandle,
  mechanicId: string | null,
  from: string,
  to: string,
): Promise<string[]> {
  const mechanicCondition =
    mechanicId === null
      ? sql`(a.mechanic_id is not null or a.held_mechanic_id is not null)`
      : sql`(a.mechanic_id = ${mechanicId} or a.held_mechanic_id = ${mechanicId})`;
  const { rows } = await sql<{ date: string }>`
    select distinct a.date from appointments a
    where ${isOpenCondition} and a.date >= ${from}::date and a.date <= ${to}::date and ${mechanicCondition}
    order by a.date
  `.execute(trx);
  return rows.map(({ date }) => date);
}

/**
 * Returns the given appointments that still need a mechanic's time, sorted by date and time: those that are open, not
 * in progress, and not over.
 */
export async function listStranded(
  trx: DatabaseHandle,
  ids: readonly number[],
  now: LocalTime,
): Promise<StrandedAppointment[]> {
  const { rows } = await sql<StrandedAppointment>`
    select a.id, a.date, to_char(a.start_time, 'HH24:MI') as "startTime",
      to_char(a.end_time, 'HH24:MI') as "endTime",
      (select string_agg(l.description, ', ' order by l.position) from appointment_lines l
        where l.appointment_id = a.id and l.kind = 'service') as "serviceName",
      concat_ws(' ', c.first_name, nullif(c.last_name, '')) as "customerName",
      case when m.id is not null then concat_ws(' ', m.first_name, nullif(m.last_name, '')) end as "mechanicName"
    from appointments a
    join people c on c.id = a.customer_id
    left join people m on m.id = a.mechanic_id
    where a.id = any(${ids}::int[]) and ${isOpenCondition} and a.status <> 'in_progress'
      and a.date + a.end_time > ${now.date}::date + ${toTimeOfDay(now.minutes)}::time
    order by a.date, a.start_time, a.id
  `.execute(trx);
  return rows;
}
