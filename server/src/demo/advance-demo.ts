import { bookingWindowDays } from '@curbwrench/contract/scheduling/booking-rules';
import { addDays, daysBetween, minutesOf } from '@curbwrench/contract/fields/calendar';
import { openStatuses } from '@curbwrench/contract/appointments/lifecycle';
import { sql, type Transaction } from 'kysely';
import type { Store } from '../database/connection/store.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import { lockDays } from '../database/locks.ts';
import type { Database } from '../database/schema.ts';
import type { Interval } from '../scheduling/rules/day-plan.ts';
import { localTime } from '../application/rules/business-time.ts';
import { overlaps } from '../scheduling/rules/roster.ts';
import { stageOf, tellStory, type Present, type Stage } from './appointment-story.ts';
import { ringBells } from './bells.ts';
import { planDay, type PlannedJob } from './day-plan.ts';
import { demoAccountIds, demoIdSuffix } from './demo-accounts.ts';
import { demoStyle, historyDays, lockDemo, presentOf, type DemoOptions } from './demo-options.ts';
import { givenTo, isDemoToday, keptToday, upcomingFor } from './demo-customer.ts';
import { readWorld, type DemoWorld } from './demo-world.ts';
import { writePastFigures } from './past-figures.ts';
import { writeRefunds } from './refund-entries.ts';
import { loadRows } from './load-rows.ts';
import { mechanicsOnAJob, progressToday, settlePast } from './open-jobs.ts';
import { keepDemoMechanicBusy, putSomeoneOnAJob } from './today.ts';
import { writeStories } from './write-stories.ts';

/**
 * Continues the demo up to today: on the first start of a day, generated appointments of earlier
 * days end as the demo's people would have ended them, today's progress to the current time, and
 * new bookings are added, thirty days ahead. A further start on the same day only ensures that the
 * demo mechanic has two jobs to start.
 *
 * What a person booked or changed is never modified: nothing generated takes its time, and their
 * appointments are left for them to end.
 */
export async function advanceDemo(store: Store, options: DemoOptions): Promise<void> {
  await inTransaction(store, async (trx) => {
    await lockDemo(trx);
    await carryOn(trx, options);
  });
}

/** Continues the demo in a transaction that holds the demo's lock. */
export async function carryOn(trx: Transaction<Database>, options: DemoOptions): Promise<void> {
  const present = presentOf(options);
  const today = present.local.date;
  const last = await lastBookingDay(trx, options.timeZone);
  const isNewDay = last === null || last < today;
  await lockDays(trx, isNewDay ? await daysToTouch(trx, today) : [today]);
  const world = await readWorld(trx, options.cityCentre);

  const changed: number[] = [];
  if (isNewDay) {
    changed.push(...(await settlePast(trx, world, present)));
    changed.push(...(await progressToday(trx, world, present)));
    changed.push(...(await bookMeanwhile(trx, world, last, present)));
    changed.push(...(await putSomeoneOnAJob(trx, world, present)));
    await writeRefunds(trx, options.now);
    await writePastFigures(trx, options.now, options.timeZone);
    await comeToWork(trx, present);
  }
  changed.push(...(await keepDemoMechanicBusy(trx, world, present)));
  if (isNewDay) await ringBells(trx, options.now);
  await tellOf(trx, changed, present);
}

/** Returns the last day on which a generated appointment was booked; there are some on every day. */
async function lastBookingDay(
  trx: Transaction<Database>,
  timeZone: string,
): Promise<string | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(created_at) as at from appointments where source = 'generated'
  `.execute(trx);
  const at = rows[0]?.at;
  return at ? localTime(at, timeZone).date : null;
}

async function daysToTouch(trx: Transaction<Database>, today: string): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select distinct date from appointments
    where source = 'generated' and date < ${today}::date
      and status = any(${[...openStatuses]}::text[])
  `.execute(trx);
  const ahead = Array.from({ length: bookingWindowDays + 1 }, (_, day) => addDays(today, day));
  return [...rows.map(({ date }) => date), ...ahead];
}

/** Adds the bookings since the last start, where the time is still free. */
async function bookMeanwhile(
  trx: Transaction<Database>,
  world: DemoWorld,
  last: string | null,
  present: Present,
): Promise<number[]> {
  const today = present.local.date;
  const oldest = addDays(today, -historyDays);
  const since = last === null || last < oldest ? oldest : last;
  const taken = await takenSince(trx, since);
  const planned = Array.from(
    { length: daysBetween(since, today) + bookingWindowDays },
    (_, index) => planDay(world, addDays(since, index + 1), present.seed, demoStyle),
  ).flat();
  const jobs = planned.filter(
    (job) =>
      job.bookedOn > since &&
      job.bookedOn <= today &&
      (job.fate === 'called_off' || !isTaken(taken, job)),
  );
  const kept = keptToday(planned, today);
  const underWay = await mechanicsOnAJob(trx);
  const forDemo = (await hasUpcoming(trx, today)) ? undefined : upcomingFor(jobs, today);
  return writeStories(
    trx,
    jobs.map((job) => {
      const stage = stageOf(job, present, isDemoToday(job, today) && kept.has(job.interval.from));
      const given = world.demoCustomer && job === forDemo;
      return tellStory(
        given ? givenTo(world.demoCustomer, job, 0) : job,
        oneAtATime(stage, job.mechanicId, underWay),
        present,
      );
    }),
  );
}

/** Returns 'confirmed' instead of 'in_progress' for a mechanic with a job that a person left in progress. */
function oneAtATime(stage: Stage, mechanicId: string, underWay: ReadonlySet<string>): Stage {
  return stage === 'in_progress' && underWay.has(mechanicId) ? 'confirmed' : stage;
}

type Taken = ReadonlyMap<string, readonly Interval[]>;

/** Returns the time taken after a date, by mechanic and day, whoever booked it. */
async function takenSince(trx: Transaction<Database>, date: string): Promise<Taken> {
  const { rows } = await sql<{ mechanic_id: string; date: string; from: string; to: string }>`
    select coalesce(mechanic_id, hold_mechanic_id) as mechanic_id, date, start_time as from,
      end_time as to
    from appointments
    where date > ${date}::date and status <> 'cancelled'
      and coalesce(mechanic_id, hold_mechanic_id) is not null
  `.execute(trx);
  const taken = new Map<string, Interval[]>();
  for (const row of rows) {
    const key = `${row.mechanic_id} ${row.date}`;
    const interval = { from: minutesOf(row.from), to: minutesOf(row.to) };
    taken.set(key, [...(taken.get(key) ?? []), interval]);
  }
  return taken;
}

function isTaken(taken: Taken, job: PlannedJob): boolean {
  const others = taken.get(`${job.mechanicId} ${job.date}`) ?? [];
  return others.some((other) => overlaps(other, job.interval));
}

async function hasUpcoming(trx: Transaction<Database>, today: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from appointments
    where customer_id = ${demoAccountIds.customer} and date > ${today}::date
      and status = 'confirmed'
    limit 1
  `.execute(trx);
  return rows.length > 0;
}

/**
 * Switches on the demo's available mechanics and sets their last activity to today, so that some
 * are available at any hour.
 */
async function comeToWork(trx: Transaction<Database>, { now, local }: Present): Promise<void> {
  await sql`
    update mechanics
    set switched_on = ${local.date}::date, switched_at = ${now}, last_active_at = greatest(last_active_at, ${now}::timestamptz - interval '1 minute' * (3 + ascii(user_id) % 20))
    where available and active and user_id like ${`%${demoIdSuffix}`}
  `.execute(trx);
}

/** Writes events to update open browsers. */
async function tellOf(
  trx: Transaction<Database>,
  appointmentIds: readonly number[],
  { now }: Present,
): Promise<void> {
  const { rows } = await sql<{ id: number; customer_id: string; mechanic_id: string | null }>`
    select id, customer_id, mechanic_id from appointments
    where id = any(${appointmentIds}::int[]) order by id
  `.execute(trx);
  await loadRows(
    trx,
    'outbox',
    rows.map((row) => ({
      kind: 'appointment' as const,
      subject_id: String(row.id),
      customer_id: row.customer_id,
      mechanic_id: row.mechanic_id,
      at: now,
    })),
  );
}
