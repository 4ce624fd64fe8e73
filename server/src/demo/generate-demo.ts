import { defaultBookingRules } from '@curbwrench/contract/scheduling/booking-rules';
import { addDays } from '@curbwrench/contract/fields/calendar';
import type { Position } from '@curbwrench/contract/people/schemas';
import { sql, type Transaction } from 'kysely';
import { storeBookedAddresses } from '../appointments/changes/customer-address-changes.ts';
import type { Store } from '../database/connection/store.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import type { Database } from '../database/schema.ts';
import { getJobState, buildAppointmentRows, type AppointmentRows } from './appointment-rows.ts';
import { writeNotifications } from './demo-notifications.ts';
import { planDay } from './planned-jobs.ts';
import {
  isDemoMechanicsJob,
  getStartsToKeepConfirmed,
  giveJobsToDemoCustomer,
} from './demo-customer.ts';
import {
  demoDayWorkload,
  historyDays,
  lockDemo,
  createContext,
  type DemoContext,
  type DemoOptions,
} from './demo-options.ts';
import { writeConversations } from './demo-conversations.ts';
import type { DemoWorld } from './demo-world.ts';
import { createDirectPayments } from './direct-payments.ts';
import { loadPeopleAndServices } from './people-and-services.ts';
import { loadRows } from './load-rows.ts';
import { writePastHourlyStats } from './past-hourly-stats.ts';
import { writeRefunds } from './write-refunds.ts';
import { writeAreas, writePlans } from './plans-and-areas.ts';
import { ensureJobsForDemoMechanic, ensureJobInProgress } from './ensure-jobs-today.ts';
import { loadWithoutTriggers } from './load-without-triggers.ts';
import { setMechanicsAvailable } from './set-mechanics-available.ts';
import { readWorldWithShift } from './weekend-shift.ts';
import { writeAppointments } from './write-appointments.ts';
import { writeReviews } from './write-reviews.ts';

/**
 * Fills an empty, migrated database with the demo: people, services, vehicles, eight weeks of history, and bookings for
 * the next thirty days, all determined by the options. If the database already has people, throws and changes nothing.
 */
export async function generateDemo(store: Store, options: DemoOptions): Promise<void> {
  await inTransaction(store, async (trx) => {
    await lockDemo(trx);
    await generateDemoInTransaction(trx, options);
  });
}

/** Creates the demo in a transaction that holds the demo's lock. */
export async function generateDemoInTransaction(
  trx: Transaction<Database>,
  options: DemoOptions,
): Promise<void> {
  if (await hasPeople(trx)) throw new Error('The demo needs an empty database.');
  // On a slow machine, the demo's contents take longer to compute than a transaction may wait between statements.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
  const context = createContext(options);
  await loadWithoutTriggers(trx, async () => {
    await loadPeopleAndServices(trx, {
      now: options.now,
      today: context.local.date,
      cityCenter: options.cityCenter,
      seed: context.seed,
      customerCount: 150,
      mechanicCount: 8,
      joinedWithinDays: 700,
    });
    const world = await readWorldWithShift(trx, options.cityCenter, context);
    await writeAppointments(trx, planAppointments(world, context, options.cityCenter));
    await storeBookedAddresses(trx);
    await loadRows(trx, 'payments', createDirectPayments(world, context));
    await writePlans(trx, world, context);
    await writeAreas(trx, options.cityCenter, context);
    await writeConversations(trx, world, context);
    await writeRefunds(trx, options.now);
    await writePastHourlyStats(trx, options.now, options.timeZone);
    await writeReviews(trx, context);
    await ensureJobInProgress(trx, world, context);
    await ensureJobsForDemoMechanic(trx, world, context);
    await setMechanicsAvailable(trx, context);
  });
  await writeNotifications(trx, options.now);
}

/** Returns whether the database has any person, generated or not. */
export async function hasPeople(trx: Transaction<Database>): Promise<boolean> {
  const { rows } = await sql`select 1 from people limit 1`.execute(trx);
  return rows.length > 0;
}

function planAppointments(
  world: DemoWorld,
  context: DemoContext,
  cityCenter: Position,
): AppointmentRows[] {
  const today = context.local.date;
  const jobs = Array.from(
    { length: historyDays + defaultBookingRules.windowDays + 1 },
    (_, index) =>
      planDay(world, addDays(today, index - historyDays), context.seed, demoDayWorkload),
  )
    .flat()
    .filter((job) => job.bookedOn <= today);
  const confirmedStarts = getStartsToKeepConfirmed(jobs, today);
  return giveJobsToDemoCustomer(jobs, world.demoCustomer, today, cityCenter).map((job) => {
    const shouldStayConfirmed =
      isDemoMechanicsJob(job, today) && confirmedStarts.has(job.interval.from);
    return buildAppointmentRows(job, getJobState(job, context, shouldStayConfirmed), context);
  });
}
