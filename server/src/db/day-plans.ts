import { minutesOf, weekdayOf } from '@curbwrench/contract/calendar';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { DayPlan, Engagement, Interval, MechanicDay } from '../domain/day-plan.ts';
import { linesOf, listOf, readLines, readList, type Line } from './lines.ts';
import type { Database } from './schema.ts';
import { statement, type PlaceOf } from './statement.ts';

/** What the database answers: small flat lists, since this is read on every look at a day. */
export interface PlanRow {
  holiday: string | null;
  /** Lines of id and skills. */
  mechanics: string | null;
  /** Lines of mechanic and two times of day. */
  hours: string | null;
  /** Minutes of the day. */
  off: readonly (readonly [mechanicId: string, from: number, to: number])[];
  /** Lines of id, two times of day, skill, mechanic, whose time is held, and who declined. */
  engagements: string | null;
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

/** A day's plan and the service asked for; null when that is not sold. */
export interface LoadedPlan {
  readonly plan: DayPlan;
  readonly service: PlannedService | null;
}

/**
 * Everything that decides which times of a business day are free, in one round trip: who works
 * when, what is taken, and the service asked for.
 */
export async function loadDayPlan(
  db: Kysely<Database> | Transaction<Database>,
  date: string,
  serviceId: number | null,
  mustEndWithinHours: boolean,
): Promise<LoadedPlan> {
  const [row] = await readPlan(db, plannedDay(date, serviceId));
  if (!row) throw new Error('A query without a table answered no row.');
  return planOf(row, date, mustEndWithinHours);
}

/** What of a day `planColumns` asks for. */
export interface PlannedDay {
  readonly date: string;
  readonly weekday: number;
  readonly serviceId: number | null;
}

/** A business day, and the service asked for. */
export function plannedDay(date: string, serviceId: number | null): PlannedDay {
  return { date, weekday: weekdayOf(date), serviceId };
}

const readPlan = statement<PlannedDay, PlanRow>((placeOf) => sql`select ${planColumns(placeOf)}`);

/** What `planOf` reads, for a `select`. */
export function planColumns(placeOf: PlaceOf<PlannedDay>): RawBuilder<unknown> {
  const date = placeOf('date');
  return sql`
      (select name from holidays where date = ${date}::date) as holiday,
      (select ${linesOf(sql`user_id`, listOf(sql`skills`))} from mechanics where active) as mechanics,
      (select ${linesOf(sql`mechanic_id`, sql`starts`, sql`ends`)}
        from working_hours where weekday = ${placeOf('weekday')}::smallint) as hours,
      (select coalesce(json_agg(json_build_array(mechanic_id,
          extract(epoch from greatest(lower(during), ${date}::date::timestamp) - ${date}::date)::int / 60,
          extract(epoch from least(upper(during), ${date}::date + interval '1 day') - ${date}::date)::int / 60)),
          '[]'::json)
        from time_off
        where during && tsrange(${date}::date, ${date}::date + interval '1 day')) as off,
      (select ${linesOf(sql`a.id`, sql`a.start_time`, sql`a.end_time`, sql`s.skill`, sql`a.mechanic_id`, sql`a.hold_mechanic_id`, listOf(sql`a.declined_by`))}
       from appointments a join services s on s.id = a.service_id
       where a.date = ${date}::date
         and a.status in ('pending', 'unassigned', 'confirmed', 'in_progress')) as engagements,
      (select json_build_object('name', name, 'price', price::text, 'duration', duration,
          'skill', skill, 'archived', archived_at is not null)
       from services where id = ${placeOf('serviceId')}::int) as service`;
}

/** What was read of a day and a service, as the domain takes it. */
export function planOf(row: PlanRow, date: string, mustEndWithinHours: boolean): LoadedPlan {
  const mechanics = mechanicDays(row);
  return {
    plan: {
      date,
      holiday: row.holiday,
      hasMechanics: mechanics.length > 0,
      mechanics,
      engagements: readLines(row.engagements, 7).map(toEngagement),
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

function mechanicDays({ mechanics, hours, off }: PlanRow): MechanicDay[] {
  const days = new Map(
    readLines(mechanics, 2).map(([id, skills]) => [
      id,
      { id, skills: readList(skills), hours: new Array<Interval>(), off: new Array<Interval>() },
    ]),
  );
  for (const [id, starts, ends] of readLines(hours, 3)) {
    days.get(id)?.hours.push({ from: minutesOf(starts), to: minutesOf(ends) });
  }
  for (const [id, from, to] of off) days.get(id)?.off.push({ from, to });
  return [...days.values()];
}

function toEngagement([id, start, end, skill, mechanicId, holdId, except]: Line<7>): Engagement {
  return {
    appointmentId: Number(id),
    interval: { from: minutesOf(start), to: minutesOf(end) },
    skill: skill || null,
    mechanicId: mechanicId || null,
    holdId: holdId || null,
    except: readList(except),
  };
}
