import { minutesOf, weekdayOf } from '@curbwrench/contract/calendar';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { DayPlan, Interval } from '../domain/day-plan.ts';
import { stillOpen, waiting } from './overdue.ts';
import type { Database } from './schema.ts';

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
      engagements: day.engagements.map(({ start, end, ...engagement }) => ({
        ...engagement,
        interval: toInterval({ start, end }),
      })),
      mustEndWithinHours,
    },
    service: day.service,
  };
}

const wholeDay: Interval = { from: 0, to: 24 * 60 };

function toInterval({ start, end }: { readonly start: string; readonly end: string }): Interval {
  return { from: minutesOf(start), to: minutesOf(end) };
}

function readDay(db: Kysely<Database>, date: string, serviceId: number | null) {
  const midnight = sql`${date}::date`;
  const nextMidnight = sql`(${midnight} + 1)`;
  const minuteOf = (time: RawBuilder<unknown>) =>
    sql<number>`extract(epoch from ${time} - ${midnight})::int / 60`;
  return db
    .selectNoFrom((eb) => [
      eb.selectFrom('holidays').select('name').where('date', '=', date).as('holiday'),
      jsonArrayFrom(
        eb
          .selectFrom('mechanics')
          .select([
            'user_id as id',
            'skills',
            // No new work for the rest of the day on which they switched off.
            sql<boolean>`switched_on is not distinct from ${midnight} and not available`.as(
              'isSwitchedOff',
            ),
          ])
          .where('active', '=', true),
      ).as('mechanics'),
      jsonArrayFrom(
        eb
          .selectFrom('working_hours')
          .select(['mechanic_id as mechanicId', 'starts as start', 'ends as end'])
          .where('weekday', '=', weekdayOf(date)),
      ).as('hours'),
      jsonArrayFrom(
        eb
          .selectFrom('time_off')
          .select([
            'mechanic_id as mechanicId',
            minuteOf(sql`greatest(lower(during), ${midnight})`).as('from'),
            minuteOf(sql`least(upper(during), ${nextMidnight})`).as('to'),
          ])
          .where(sql<boolean>`during && tsrange(${midnight}, ${nextMidnight})`),
      ).as('timeOff'),
      jsonArrayFrom(
        eb
          .selectFrom('appointments as a')
          .innerJoin('services as s', 's.id', 'a.service_id')
          .select([
            'a.id as appointmentId',
            'a.start_time as start',
            'a.end_time as end',
            's.skill',
            'a.mechanic_id as mechanicId',
            'a.hold_mechanic_id as holdId',
            'a.declined_by as except',
          ])
          .where('a.date', '=', date)
          .where(stillOpen),
      ).as('engagements'),
      jsonObjectFrom(
        eb
          .selectFrom('services')
          .select(['name', sql<string>`price::text`.as('price'), 'duration', 'skill'])
          .where('id', '=', serviceId)
          .where('archived_at', 'is', null),
      ).as('service'),
    ])
    .executeTakeFirstOrThrow();
}

/** Days from `today` on with appointments that hold nobody's time. */
export async function datesWithoutHold(
  db: Kysely<Database> | Transaction<Database>,
  today: string,
): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select distinct date from appointments
    where date >= ${today}::date and status in ${waiting} and hold_mechanic_id is null
    order by date
  `.execute(db);
  return rows.map(({ date }) => date);
}

/** Appointments that hold this mechanic's time, on one day or any. */
export async function holdsOf(
  trx: Transaction<Database>,
  mechanicId: string,
  date?: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from appointments where hold_mechanic_id = ${mechanicId}
      and status in ${waiting}
      and ${date === undefined ? sql`true` : sql`date = ${date}::date`}
  `.execute(trx);
  return rows.map(({ id }) => id);
}
