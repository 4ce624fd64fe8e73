import { bookingWindowDays } from '@curbwrench/contract/scheduling/booking-rules';
import { addDays } from '@curbwrench/contract/fields/calendar';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Store } from '../database/connection/store.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import type { Database } from '../database/schema.ts';
import { stageOf, tellStory, type Present, type Story } from './appointment-story.ts';
import { loadBare } from './bare-tables.ts';
import { planDay, type PlannedJob, type PlanStyle } from './day-plan.ts';
import { lockDemo, presentOf, type DemoOptions } from './demo-options.ts';
import { readWorld, type DemoWorld } from './demo-world.ts';
import { hasPeople } from './generate-demo.ts';
import { loadPeopleAndServices } from './groundwork.ts';
import { randomFrom } from './random.ts';
import { withoutTallying } from './without-tallying.ts';
import { writeRefunds } from './refund-entries.ts';
import { writeStories } from './write-stories.ts';

export interface SizeOptions extends DemoOptions {
  /** How many past appointments; today and the next thirty days are added. */
  readonly appointments: number;
}

/** The same at every size: the numbers of mechanics and customers, and how busy a day is. */
const mechanics = 20;
const customers = 2000;

/** About a hundred jobs per business day, one in ten of them cancelled. */
const style: PlanStyle = { fill: 0.62, calledOff: 0.085, waiting: [1, 2, 3, 4, 5, 6, 8, 10, 12] };

/** The share of a future day's jobs that is booked already. */
const bookedAhead = 0.9;

/** Enough for long statements, little enough to hold in memory. */
const daysAtOnce = 40;

/**
 * Fills an empty, migrated database with that many past appointments, the history reaching back as
 * many years as needed, and the same today and thirty days ahead at every size: a business that has
 * been running longer, not a bigger one. It has the demo's accounts. Throws when the database has
 * people already. Half a minute for a hundred thousand, minutes for a million.
 */
export async function generateSize(
  store: Store,
  options: SizeOptions,
  onProgress: (made: number) => void = () => {},
): Promise<void> {
  const present = presentOf(options);
  await inTransaction(store, async (trx) => {
    await patiently(trx);
    await lockDemo(trx);
    if (await hasPeople(trx)) throw new Error('Made-up data needs an empty database.');
    await withoutTallying(trx, async () => {
      const world = await makeWorld(trx, options, present);
      const days = historyOf(world, options.appointments, present);
      await loadBare(trx, options.appointments >= 50_000, () =>
        loadDays(trx, days, present, onProgress),
      );
      await writeRefunds(trx, options.now);
    });
  });
  await tidy(store);
}

/** Lifts the time limits: a load takes longer than the server allows a statement. */
async function patiently(trx: Transaction<Database>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
}

async function makeWorld(
  trx: Transaction<Database>,
  { now, cityCentre }: SizeOptions,
  { local, seed }: Present,
): Promise<DemoWorld> {
  await loadPeopleAndServices(trx, {
    now,
    today: local.date,
    cityCentre,
    seed,
    customers,
    mechanics,
    joinedWithinDays: 700,
  });
  return readWorld(trx, cityCentre);
}

/** A day with the jobs to create, planned on demand. */
interface DayToMake {
  readonly jobs: () => readonly PlannedJob[];
}

/** Returns the days from the oldest to the last that can be booked. */
function historyOf(world: DemoWorld, appointments: number, present: Present): DayToMake[] {
  const { local, seed } = present;
  const days: DayToMake[] = [];
  for (let left = appointments, ago = 1; left > 0; ago += 1) {
    const date = addDays(local.date, -ago);
    const count = planDay(world, date, seed, style).length;
    const missing = left;
    days.unshift({ jobs: () => planDay(world, date, seed, style).slice(0, missing) });
    left -= count;
  }
  for (let ahead = 0; ahead <= bookingWindowDays; ahead += 1) {
    const date = addDays(local.date, ahead);
    days.push({
      jobs: () => (ahead === 0 ? planDay(world, date, seed, style) : booked(world, date, present)),
    });
  }
  return days;
}

/** Returns the booked jobs of a future day: the same share of each day. */
function booked(world: DemoWorld, date: string, { local, seed }: Present): PlannedJob[] {
  const random = randomFrom(seed, date, 'booked ahead');
  return planDay(world, date, seed, style)
    .filter(() => random.chance(bookedAhead))
    .map((job) => (job.bookedOn > local.date ? { ...job, bookedOn: local.date } : job));
}

/** Loads the days; while the database takes one batch, the next is created. */
async function loadDays(
  trx: Transaction<Database>,
  days: readonly DayToMake[],
  present: Present,
  onProgress: (made: number) => void,
): Promise<void> {
  let made = 0;
  let loading = Promise.resolve();
  for (let from = 0; from < days.length; from += daysAtOnce) {
    const stories = storiesOf(days.slice(from, from + daysAtOnce), present);
    await loading;
    onProgress(made);
    made += stories.length;
    loading = writeStories(trx, stories).then(() => {});
  }
  await loading;
  onProgress(made);
}

function storiesOf(days: readonly DayToMake[], present: Present): Story[] {
  return days
    .flatMap((day) => day.jobs())
    .map((job) => tellStory(job, stageOf(job, present, false), present));
}

/**
 * Updates statistics and the visibility map, as after days of running. Empty tables are left out: once
 * analyzed as empty, a table would be read in full until it is analyzed again, however much it grows.
 */
async function tidy(store: Store): Promise<void> {
  await store.kysely.connection().execute(async (db) => {
    const { rows } = await sql<{ limit: string }>`
      select current_setting('statement_timeout') as limit
    `.execute(db);
    await sql`set statement_timeout = 0`.execute(db);
    for (const table of await tablesWithRows(db)) {
      await sql`vacuum analyze ${sql.table(table)}`.execute(db);
    }
    await sql`select set_config('statement_timeout', ${rows[0]?.limit ?? '0'}, false)`.execute(db);
  });
}

async function tablesWithRows(db: Kysely<Database>): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
  `.execute(db);
  const filled: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) filled.push(name);
  }
  return filled;
}
