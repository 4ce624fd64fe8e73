import type { DemoContext } from './demo-options.ts';
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { isWeekend, toMinutes } from '@curbwrench/contract/fields/calendar';
import type { Database } from '../database/schema.ts';
import type { Interval } from '../scheduling/rules/day-plan.ts';
import { fitsWithin, overlaps } from '../scheduling/rules/mechanic-roster.ts';
import { buildAppointmentRows } from './appointment-rows.ts';
import type { PlannedJob } from './planned-jobs.ts';
import { demoAccountIds } from './demo-accounts.ts';
import {
  canDo,
  getHours,
  type DemoWorld,
  type WorldMechanic,
  type WorldService,
} from './demo-world.ts';
import { planPayment } from './job-details.ts';
import { createRandom, type Random } from './random.ts';
import { writeAppointments } from './write-appointments.ts';

/** A job that is scheduled for today and not canceled, whether it was generated or not. */
interface JobToday {
  readonly mechanicId: string;
  readonly status: string;
  readonly interval: Interval;
}

/**
 * Ensures that the demo's mechanic has two confirmed jobs today, at any hour and on any day of the week:
 * missing jobs are added as phone bookings, for the next free hours. Returns the ids of the added
 * appointments. Adds none if an admin has given the account a role other than mechanic.
 */
export async function ensureJobsForDemoMechanic(
  trx: Transaction<Database>,
  world: DemoWorld,
  context: DemoContext,
): Promise<number[]> {
  const mechanic = world.mechanics.find(({ id }) => id === demoAccountIds.mechanic);
  if (!mechanic) return [];
  const jobs = await readJobsToday(trx, context.local.date);
  const takenIntervals = jobs
    .filter((job) => job.mechanicId === mechanic.id)
    .map((job) => job.interval);
  const confirmedJobs = jobs.filter(
    (job) => job.mechanicId === mechanic.id && job.status === 'confirmed',
  );
  const random = createRandom(
    context.seed,
    context.local.date,
    'service-calls',
    takenIntervals.length,
  );
  const addedIds: number[] = [];
  for (let missing = 2 - confirmedJobs.length; missing > 0; missing -= 1) {
    const service = pickShortService(world, mechanic, random);
    const hours = getHours(mechanic, context.local.date);
    const interval =
      service && findFreeInterval(takenIntervals, service.duration, context.local.minutes, hours);
    if (!service || !interval) break;
    takenIntervals.push(interval);
    const job = planPhoneBooking(world, mechanic, service, interval, random, context);
    addedIds.push(
      ...(await writeAppointments(trx, [buildAppointmentRows(job, 'confirmed', context)])),
    );
  }
  return addedIds;
}

/**
 * Ensures that a mechanic is on a job now, even at night and on Sundays: if none is, adds a phone booking
 * whose job started a while ago. Returns the id of the added appointment, if any.
 */
export async function ensureJobInProgress(
  trx: Transaction<Database>,
  world: DemoWorld,
  context: DemoContext,
): Promise<number[]> {
  const jobs = await readJobsToday(trx, context.local.date);
  if (jobs.some(({ status }) => status === 'in_progress')) return [];
  const { minutes } = context.local;
  // The latest hour or half hour that was at least 40 minutes ago.
  const from = Math.floor(Math.max(minutes - 40, 0) / 30) * 30;
  const random = createRandom(context.seed, context.local.date, 'on a job');
  for (const mechanic of sortWorkingFirst(random.shuffle(world.mechanics), context.local.date)) {
    const service = pickShortService(world, mechanic, random);
    if (!service || mechanic.id === demoAccountIds.mechanic) continue;
    const interval = { from, to: Math.min(Math.max(from + service.duration, minutes + 15), 1440) };
    const isBusy = jobs.some(
      (job) => job.mechanicId === mechanic.id && overlaps(job.interval, interval),
    );
    if (isBusy || (await hasJobInProgress(trx, mechanic.id))) continue;
    const job = planPhoneBooking(world, mechanic, service, interval, random, context);
    return writeAppointments(trx, [buildAppointmentRows(job, 'in_progress', context)]);
  }
  return [];
}

/** Moves the mechanics who work on that date to the front, otherwise keeping the order. */
function sortWorkingFirst(mechanics: readonly WorldMechanic[], date: string): WorldMechanic[] {
  const isWorking = (mechanic: WorldMechanic) => getHours(mechanic, date).length > 0;
  return [...mechanics.filter(isWorking), ...mechanics.filter((each) => !isWorking(each))];
}

async function readJobsToday(trx: Transaction<Database>, today: string): Promise<JobToday[]> {
  const { rows } = await sql<{ mechanic_id: string; status: string; from: string; to: string }>`
    select coalesce(mechanic_id, held_mechanic_id) as mechanic_id, status,
      start_time as from, end_time as to
    from appointments
    where date = ${today}::date and coalesce(mechanic_id, held_mechanic_id) is not null
      and status <> 'cancelled'
  `.execute(trx);
  return rows.map((row) => ({
    mechanicId: row.mechanic_id,
    status: row.status,
    interval: { from: toMinutes(row.from), to: toMinutes(row.to) },
  }));
}

/** Returns whether the mechanic has a job in progress, even from another day: a demo user may have left it open. */
async function hasJobInProgress(trx: Transaction<Database>, mechanicId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from appointments where mechanic_id = ${mechanicId} and status = 'in_progress'
  `.execute(trx);
  return rows.length > 0;
}

/** Picks a service that takes up to an hour and that this mechanic can do; null if there is none. */
function pickShortService(
  { services }: DemoWorld,
  mechanic: WorldMechanic,
  random: Random,
): WorldService | null {
  const suitable = services.filter((service) => service.duration <= 60 && canDo(mechanic, service));
  return suitable.length > 0 ? random.pick(suitable) : null;
}

/**
 * Returns the next free interval that starts on the hour or half hour, at least 15 minutes from now and no earlier than
 * 9:00, within working hours if possible. If there is none left today, returns the latest free interval before that
 * time; null if the day is full.
 */
function findFreeInterval(
  takenIntervals: readonly Interval[],
  duration: number,
  nowMinutes: number,
  hours: readonly Interval[],
): Interval | null {
  const starts = Array.from({ length: 48 }, (_, index) => index * 30);
  const earliest = Math.max(nowMinutes + 15, 540);
  const freeIntervals = starts
    .map((from) => ({ from, to: from + duration }))
    .filter(
      (interval) =>
        interval.to <= 1440 && !takenIntervals.some((other) => overlaps(other, interval)),
    );
  const laterIntervals = freeIntervals.filter(({ from }) => from >= earliest);
  return (
    laterIntervals.find((interval) => hours.some((period) => fitsWithin(period, interval))) ??
    laterIntervals[0] ??
    freeIntervals.findLast(({ from }) => from < earliest) ??
    null
  );
}

/** Plans a job for today that an advisor booked by phone, for a random customer. */
function planPhoneBooking(
  world: DemoWorld,
  mechanic: WorldMechanic,
  service: WorldService,
  interval: Interval,
  random: Random,
  { local }: DemoContext,
): PlannedJob {
  const customer = random.pick(world.customers);
  const advisor = random.pick(world.advisorIds);
  return {
    date: local.date,
    interval,
    mechanicId: mechanic.id,
    customerId: customer.id,
    vehicleId: random.pick(customer.vehicleIds),
    services: [service],
    place: customer.home,
    notes: isWeekend(local.date)
      ? 'Weekend service call, arranged by phone.'
      : 'Service call, arranged by phone.',
    bookedOn: local.date,
    bookedMinute: Math.max(Math.min(interval.from, local.minutes) - 50, 0),
    bookedBy: advisor,
    assignedBy: advisor,
    assignDelay: 1,
    outcome: 'completed',
    declinedBy: null,
    rescheduledFrom: null,
    delays: [0, 0],
    payment: planPayment(random),
    terms: null,
  };
}
