import type { Kysely } from 'kysely';
import type { Store } from '../database/connection/store.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import type { Database } from '../database/schema.ts';
import { carryOn } from './advance-demo.ts';
import { demoAccountIds } from './demo-accounts.ts';
import { lockDemo, type DemoOptions } from './demo-options.ts';
import { hasPeople, makeDemo } from './generate-demo.ts';

/** The demo was asked for on a database that a business already uses. */
export class NotADemoError extends Error {
  override readonly name = 'NotADemoError';

  constructor() {
    super('This database holds a real business; start it with DEMO=off.');
  }
}

/** A real business was asked for on a database that holds the demo. */
export class OnlyADemoError extends Error {
  override readonly name = 'OnlyADemoError';

  constructor() {
    super(
      'This database holds the demo; start it with DEMO=on, or give the real business an empty one (DATABASE_URL, or DATA_DIR).',
    );
  }
}

/**
 * Makes the demo in an empty database, or carries an existing one on to today; of processes
 * that start together, one makes it. Throws a NotADemoError for a database with people of its own
 * and no demo.
 */
export async function prepareDemo(store: Store, options: DemoOptions): Promise<void> {
  await inTransaction(store, async (trx) => {
    await lockDemo(trx);
    if (!(await hasPeople(trx))) return makeDemo(trx, options);
    if (!(await holdsDemo(trx))) throw new NotADemoError();
    return carryOn(trx, options);
  });
}

/**
 * Throws an OnlyADemoError where the demo's accounts are: without the demo nobody could see that
 * a made-up admin rules there, whose sessions go on and who keeps the first real one from being
 * made (a real business has a database of its own).
 */
export async function refuseDemo(store: Store): Promise<void> {
  await inTransaction(store, async (trx) => {
    // Another process may be making it just now.
    await lockDemo(trx);
    if (await holdsDemo(trx)) throw new OnlyADemoError();
  });
}

/** Whether the demo's accounts are there. */
export async function holdsDemo(kysely: Kysely<Database>): Promise<boolean> {
  const found = await kysely
    .selectFrom('users')
    .select('id')
    .where('id', 'in', Object.values(demoAccountIds))
    .executeTakeFirst();
  return found !== undefined;
}
