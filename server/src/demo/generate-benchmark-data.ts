import { defaultBookingRules } from '@curbwrench/contract/scheduling/booking-rules';
import { addDays } from '@curbwrench/contract/fields/calendar';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Store } from '../database/connection/store.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import type { Database } from '../database/schema.ts';
import { getJobState, buildAppointmentRows, type AppointmentRows } from './appointment-rows.ts';
import { loadWithoutIndexes } from './load-without-indexes.ts';
import { planDay, type PlannedJob, type DayWorkload } from './planned-jobs.ts';
import { lockDemo, createContext, type DemoContext, type DemoOptions } from './demo-options.ts';
import { readWorld, type DemoWorld } from './demo-world.ts';
import { hasPeople } from './generate-demo.ts';
import { loadPeopleAndServices } from './people-and-services.ts';
import { createRandom } from './random.ts';
import { loadWithoutTriggers } from './load-without-triggers.ts';
import { writeRefunds } from './write-refunds.ts';
import { writeAppointments } from './write-appointments.ts';

/** The generator's options, with the amount of data. */
export interface BenchmarkDataOptions extends DemoOptions {
  /** The number of past appointments. Appointments for today and the next thirty days are generated in addition. */
  readonly appointments: number;
}

/** The number of mechanics, which is the same for any number of appointments. */
const mechanicCount = 20;
/** The number of customers, which is the same for any number of appointments. */
const customerCount = 2000;

/** How busy the days are: about a hundred jobs on each weekday, one in ten of them canceled. */
const workload: DayWorkload = {
  fill: 0.62,
  canceledShare: 0.085,
  unassignedLeadDays: [1, 2, 3, 4, 5, 6, 8, 10, 12],
};

/** The share of a future day's jobs that is already booked. */
const bookedShare = 0.9;

/** Days inserted per batch: enough for efficient statements, and few enough to hold in memory. */
const daysPerBatch = 40;

/**
 * Fills an empty, migrated database with the requested number of past appointments for benchmarks. More
 * appointments mean a longer history, over as many years as needed, not a bigger business:
 * today and the next thirty days are the same at every size. The database also gets the demo's
 * accounts. Takes half a minute for a hundred thousand appointments and minutes for a million.
 * Throws if the database already has people.
 */
export async function generateBenchmarkData(
  store: Store,
  options: BenchmarkDataOptions,
  onProgress: (createdCount: number) => void = () => {},
): Promise<void> {
  const context = createContext(options);
  await inTransaction(store, async (trx) => {
    await liftTimeLimits(trx);
    await lockDemo(trx);
    if (await hasPeople(trx)) throw new Error('Generated data needs an empty database.');
    await loadWithoutTriggers(trx, async () => {
      const world = await createWorld(trx, options, context);
      const days = planDays(world, options.appointments, context);
      const load = () => loadDays(trx, days, context, onProgress);
      await (options.appointments < 50_000 ? load() : loadWithoutIndexes(trx, load));
      await writeRefunds(trx, options.now);
    });
  });
  await updateStatistics(store);
}

/** Turns off this transaction's time limits, since loading takes longer than a statement may run by default. */
async function liftTimeLimits(trx: Transaction<Database>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
}

async function createWorld(
  trx: Transaction<Database>,
  { now, cityCenter }: BenchmarkDataOptions,
  { local, seed }: DemoContext,
): Promise<DemoWorld> {
  await loadPeopleAndServices(trx, {
    now,
    today: local.date,
    cityCenter,
    seed,
    customerCount,
    mechanicCount,
    joinedWithinDays: 700,
  });
  return readWorld(trx, cityCenter);
}

/** A day whose jobs are planned only when they are needed, to save memory. */
interface PlannedDay {
  readonly jobs: () => readonly PlannedJob[];
}

/** Returns the days from the oldest past appointment to the last day that can be booked. */
function planDays(world: DemoWorld, appointments: number, context: DemoContext): PlannedDay[] {
  const { local, seed } = context;
  const days: PlannedDay[] = [];
  for (let remaining = appointments, daysAgo = 1; remaining > 0; daysAgo += 1) {
    const date = addDays(local.date, -daysAgo);
    const count = planDay(world, date, seed, workload).length;
    const limit = remaining;
    days.unshift({ jobs: () => planDay(world, date, seed, workload).slice(0, limit) });
    remaining -= count;
  }
  for (let daysAhead = 0; daysAhead <= defaultBookingRules.windowDays; daysAhead += 1) {
    const date = addDays(local.date, daysAhead);
    days.push({
      jobs: () =>
        daysAhead === 0
          ? planDay(world, date, seed, workload)
          : planFutureDay(world, date, context),
    });
  }
  return days;
}

/** Plans a future day and returns the jobs that are already booked. */
function planFutureDay(world: DemoWorld, date: string, { local, seed }: DemoContext): PlannedJob[] {
  const random = createRandom(seed, date, 'booked ahead');
  return planDay(world, date, seed, workload)
    .filter(() => random.chance(bookedShare))
    .map((job) => (job.bookedOn > local.date ? { ...job, bookedOn: local.date } : job));
}

/** Loads the days in batches; while the database inserts one batch, the rows of the next batch are created. */
async function loadDays(
  trx: Transaction<Database>,
  days: readonly PlannedDay[],
  context: DemoContext,
  onProgress: (createdCount: number) => void,
): Promise<void> {
  let createdCount = 0;
  let loading = Promise.resolve();
  for (let from = 0; from < days.length; from += daysPerBatch) {
    const appointments = buildAppointments(days.slice(from, from + daysPerBatch), context);
    await loading;
    onProgress(createdCount);
    createdCount += appointments.length;
    loading = writeAppointments(trx, appointments).then(() => {});
  }
  await loading;
  onProgress(createdCount);
}

function buildAppointments(days: readonly PlannedDay[], context: DemoContext): AppointmentRows[] {
  return days
    .flatMap((day) => day.jobs())
    .map((job) => buildAppointmentRows(job, getJobState(job, context, false), context));
}

/**
 * Updates the database's statistics and visibility map, as autovacuum would in a database in use. Empty
 * tables are left out: a table that is analyzed while empty is scanned in full until it is analyzed again,
 * however much it grows.
 */
async function updateStatistics(store: Store): Promise<void> {
  await store.kysely.connection().execute(async (db) => {
    const { rows } = await sql<{ limit: string }>`
      select current_setting('statement_timeout') as limit
    `.execute(db);
    await sql`set statement_timeout = 0`.execute(db);
    for (const table of await listTablesWithRows(db)) {
      await sql`vacuum analyze ${sql.table(table)}`.execute(db);
    }
    await sql`select set_config('statement_timeout', ${rows[0]?.limit ?? '0'}, false)`.execute(db);
  });
}

async function listTablesWithRows(db: Kysely<Database>): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
  `.execute(db);
  const namesWithRows: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) namesWithRows.push(name);
  }
  return namesWithRows;
}
