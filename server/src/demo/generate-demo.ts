import { bookingWindowDays } from '@curbwrench/contract/scheduling/booking-rules';
import { addDays } from '@curbwrench/contract/fields/calendar';
import type { Position } from '@curbwrench/contract/people/schemas';
import { sql, type Transaction } from 'kysely';
import type { Store } from '../database/connection/store.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import type { Database } from '../database/schema.ts';
import { stageOf, tellStory, type Present, type Story } from './appointment-story.ts';
import { ringBells } from './bells.ts';
import { planDay } from './day-plan.ts';
import { isDemoToday, keptToday, withDemoCustomer } from './demo-customer.ts';
import { demoStyle, historyDays, lockDemo, presentOf, type DemoOptions } from './demo-options.ts';
import { writeConversations } from './demo-conversations.ts';
import { readWorld, type DemoWorld } from './demo-world.ts';
import { directPayments } from './direct-payments.ts';
import { loadPeopleAndServices } from './groundwork.ts';
import { loadRows } from './load-rows.ts';
import { writePastFigures } from './past-figures.ts';
import { writeRefunds } from './refund-entries.ts';
import { writeAreas, writePlans } from './plans-and-areas.ts';
import { keepDemoMechanicBusy, putSomeoneOnAJob } from './today.ts';
import { withoutTallying } from './without-tallying.ts';
import { writeStories } from './write-stories.ts';

/**
 * Fills an empty, migrated database with the demo: people, services, vehicles, eight weeks of
 * history and thirty days ahead, all determined by the options. Throws when the database has people
 * already, and then changes nothing.
 */
export async function generateDemo(store: Store, options: DemoOptions): Promise<void> {
  await inTransaction(store, async (trx) => {
    await lockDemo(trx);
    await makeDemo(trx, options);
  });
}

/** Creates the demo in a transaction that holds the demo's lock. */
export async function makeDemo(trx: Transaction<Database>, options: DemoOptions): Promise<void> {
  if (await hasPeople(trx)) throw new Error('The demo needs an empty database.');
  const present = presentOf(options);
  await withoutTallying(trx, async () => {
    await loadPeopleAndServices(trx, {
      now: options.now,
      today: present.local.date,
      cityCentre: options.cityCentre,
      seed: present.seed,
      customers: 150,
      mechanics: 8,
      joinedWithinDays: 700,
    });
    const world = await readWorld(trx, options.cityCentre);
    await writeStories(trx, storiesOf(world, present, options.cityCentre));
    await loadRows(trx, 'payments', directPayments(world, present));
    await writePlans(trx, world, present);
    await writeAreas(trx, options.cityCentre, present);
    await writeConversations(trx, world, present);
    await writeRefunds(trx, options.now);
    await writePastFigures(trx, options.now, options.timeZone);
    await putSomeoneOnAJob(trx, world, present);
    await keepDemoMechanicBusy(trx, world, present);
  });
  await ringBells(trx, options.now);
}

/** Returns whether the database has any account, generated or not. */
export async function hasPeople(trx: Transaction<Database>): Promise<boolean> {
  const { rows } = await sql`select 1 from users limit 1`.execute(trx);
  return rows.length > 0;
}

function storiesOf(world: DemoWorld, present: Present, cityCentre: Position): Story[] {
  const today = present.local.date;
  const jobs = Array.from({ length: historyDays + bookingWindowDays + 1 }, (_, index) =>
    planDay(world, addDays(today, index - historyDays), present.seed, demoStyle),
  )
    .flat()
    .filter((job) => job.bookedOn <= today);
  const kept = keptToday(jobs, today);
  return withDemoCustomer(jobs, world.demoCustomer, today, cityCentre).map((job) => {
    const isKept = isDemoToday(job, today) && kept.has(job.interval.from);
    return tellStory(job, stageOf(job, present, isKept), present);
  });
}
