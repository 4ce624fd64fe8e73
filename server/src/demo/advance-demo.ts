import { defaultBookingRules } from '@curbwrench/contract/scheduling/booking-rules';
import { addDays, daysBetween, isWeekend, toMinutes } from '@curbwrench/contract/fields/calendar';
import { openStatuses } from '@curbwrench/contract/appointments/lifecycle';
import { sql, type Transaction } from 'kysely';
import type { Store } from '../database/connection/store.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import { lockDays } from '../database/locks.ts';
import type { Database } from '../database/schema.ts';
import type { Interval } from '../scheduling/rules/day-plan.ts';
import { toLocalTime } from '../application/rules/business-time.ts';
import { overlaps } from '../scheduling/rules/mechanic-roster.ts';
import { getJobState, buildAppointmentRows, type JobState } from './appointment-rows.ts';
import { writeNotifications } from './demo-notifications.ts';
import { planDay, type PlannedJob } from './planned-jobs.ts';
import { demoAccountIds } from './demo-accounts.ts';
import {
  demoDayWorkload,
  historyDays,
  lockDemo,
  createContext,
  type DemoContext,
  type DemoOptions,
} from './demo-options.ts';
import {
  giveToCustomer,
  isDemoMechanicsJob,
  getStartsToKeepConfirmed,
  findUpcomingJob,
} from './demo-customer.ts';
import { readWorld, type DemoWorld } from './demo-world.ts';
import { writePastHourlyStats } from './past-hourly-stats.ts';
import { writeRefunds } from './write-refunds.ts';
import { loadRows } from './load-rows.ts';
import { readMechanicsOnAJob, progressTodaysJobs, endPastJobs } from './open-jobs.ts';
import { ensureJobsForDemoMechanic, ensureJobInProgress } from './ensure-jobs-today.ts';
import { setMechanicsAvailable } from './set-mechanics-available.ts';
import { readWorldWithShift } from './weekend-shift.ts';
import { writeAppointments } from './write-appointments.ts';
import { writeReviews } from './write-reviews.ts';

/**
 * Advances the demo to today. The first call each day ends generated appointments from previous days the way the demo's
 * people would have, brings today's appointments to the state they would have by now, and adds bookings up to thirty
 * days ahead. Later calls that day only ensure that the demo mechanic has two jobs that can be started.
 *
 * Appointments that a demo user booked or changed are never modified: no generated appointment
 * overlaps them, and they stay open until the user ends them.
 */
export async function advanceDemo(store: Store, options: DemoOptions): Promise<void> {
  await inTransaction(store, async (trx) => {
    await lockDemo(trx);
    await advanceDemoInTransaction(trx, options);
  });
}

/** Advances the demo in a transaction that holds the demo's lock. */
export async function advanceDemoInTransaction(
  trx: Transaction<Database>,
  options: DemoOptions,
): Promise<void> {
  const context = createContext(options);
  const today = context.local.date;
  const lastBookingDay = await readLastBookingDay(trx, options.timeZone);
  const isNewDay = lastBookingDay === null || lastBookingDay < today;
  await lockDays(trx, isNewDay ? await readDaysToLock(trx, today) : [today]);
  const world = await (isNewDay
    ? readWorldWithShift(trx, options.cityCenter, context)
    : readWorld(trx, options.cityCenter));

  const changedIds: number[] = [];
  if (isNewDay) {
    changedIds.push(...(await endPastJobs(trx, world, context)));
    changedIds.push(...(await progressTodaysJobs(trx, world, context)));
    changedIds.push(...(await addNewBookings(trx, world, lastBookingDay, context)));
    changedIds.push(...(await ensureJobInProgress(trx, world, context)));
    await writeRefunds(trx, options.now);
    await writeReviews(trx, context);
    await writePastHourlyStats(trx, options.now, options.timeZone);
    await setMechanicsAvailable(trx, context);
  }
  changedIds.push(...(await ensureJobsForDemoMechanic(trx, world, context)));
  if (isNewDay) await writeNotifications(trx, options.now);
  await writeAppointmentEvents(trx, changedIds, context);
}

/** Returns the last day on which a generated appointment was booked: the day to which the demo was last advanced. */
async function readLastBookingDay(
  trx: Transaction<Database>,
  timeZone: string,
): Promise<string | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(created_at) as at from appointments where source = 'generated'
  `.execute(trx);
  const at = rows[0]?.at;
  return at ? toLocalTime(at, timeZone).date : null;
}

/**
 * Returns the days whose appointments may change: past days with open jobs, and today through the last bookable day.
 */
async function readDaysToLock(trx: Transaction<Database>, today: string): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select distinct date from appointments
    where source = 'generated' and date < ${today}::date
      and status = any(${[...openStatuses]}::text[])
  `.execute(trx);
  const upcomingDays = Array.from({ length: defaultBookingRules.windowDays + 1 }, (_, day) =>
    addDays(today, day),
  );
  return [...rows.map(({ date }) => date), ...upcomingDays];
}

/** Adds the bookings made since the last booking day, if their time is still free. Returns their ids. */
async function addNewBookings(
  trx: Transaction<Database>,
  world: DemoWorld,
  lastBookingDay: string | null,
  context: DemoContext,
): Promise<number[]> {
  const today = context.local.date;
  const oldest = addDays(today, -historyDays);
  const since = lastBookingDay === null || lastBookingDay < oldest ? oldest : lastBookingDay;
  const takenTimes = await readTakenTimes(trx, since);
  const plannedJobs = Array.from(
    { length: daysBetween(since, today) + defaultBookingRules.windowDays },
    (_, index) => planDay(world, addDays(since, index + 1), context.seed, demoDayWorkload),
  ).flat();
  const jobs = plannedJobs.filter(
    (job) =>
      (job.bookedOn > since || isInWeekendShift(job, today)) &&
      job.bookedOn <= today &&
      (job.outcome === 'cancelled' || !isTaken(takenTimes, job)),
  );
  const confirmedStarts = getStartsToKeepConfirmed(plannedJobs, today);
  const mechanicsOnAJob = await readMechanicsOnAJob(trx);
  const upcomingJob = (await hasUpcomingAppointment(trx, today))
    ? undefined
    : findUpcomingJob(jobs, today);
  return writeAppointments(
    trx,
    jobs.map((job) => {
      const staysConfirmed =
        isDemoMechanicsJob(job, today) && confirmedStarts.has(job.interval.from);
      const state = getJobState(job, context, staysConfirmed);
      const isForDemoCustomer = world.demoCustomer && job === upcomingJob;
      return buildAppointmentRows(
        isForDemoCustomer ? giveToCustomer(world.demoCustomer, job, 0) : job,
        limitToOneInProgress(state, job.mechanicId, mechanicsOnAJob),
        context,
      );
    }),
  );
}

/** Returns whether a job belongs to today's weekend shift, which is planned today but dated as booked yesterday. */
function isInWeekendShift({ date }: PlannedJob, today: string): boolean {
  return date === today && isWeekend(date);
}

/** Returns 'confirmed' instead of 'in_progress' if the mechanic already has a job in progress. */
function limitToOneInProgress(
  state: JobState,
  mechanicId: string,
  mechanicsOnAJob: ReadonlySet<string>,
): JobState {
  return state === 'in_progress' && mechanicsOnAJob.has(mechanicId) ? 'confirmed' : state;
}

type TakenTimes = ReadonlyMap<string, readonly Interval[]>;

/** Returns the intervals taken by any appointment after a date, by mechanic and day ('<mechanic id> <date>'). */
async function readTakenTimes(trx: Transaction<Database>, date: string): Promise<TakenTimes> {
  const { rows } = await sql<{ mechanic_id: string; date: string; from: string; to: string }>`
    select coalesce(mechanic_id, held_mechanic_id) as mechanic_id, date, start_time as from,
      end_time as to
    from appointments
    where date > ${date}::date and status <> 'cancelled'
      and coalesce(mechanic_id, held_mechanic_id) is not null
  `.execute(trx);
  const takenTimes = new Map<string, Interval[]>();
  for (const row of rows) {
    const key = `${row.mechanic_id} ${row.date}`;
    const interval = { from: toMinutes(row.from), to: toMinutes(row.to) };
    takenTimes.set(key, [...(takenTimes.get(key) ?? []), interval]);
  }
  return takenTimes;
}

function isTaken(takenTimes: TakenTimes, job: PlannedJob): boolean {
  const others = takenTimes.get(`${job.mechanicId} ${job.date}`) ?? [];
  return others.some((other) => overlaps(other, job.interval));
}

/** Returns whether the demo customer has a confirmed appointment after today. */
async function hasUpcomingAppointment(trx: Transaction<Database>, today: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from appointments
    where customer_id = ${demoAccountIds.customer} and date > ${today}::date
      and status = 'confirmed'
    limit 1
  `.execute(trx);
  return rows.length > 0;
}

/** Writes live events for changed appointments, so that open browsers update. */
async function writeAppointmentEvents(
  trx: Transaction<Database>,
  appointmentIds: readonly number[],
  { now }: DemoContext,
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
