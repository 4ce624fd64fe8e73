import type { Kysely } from 'kysely';
import type { Store } from '../database/connection/store.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import type { Database } from '../database/schema.ts';
import { carryOn } from './advance-demo.ts';
import { demoAccountIds } from './demo-accounts.ts';
import { lockDemo, type DemoOptions } from './demo-options.ts';
import { hasPeople, makeDemo } from './generate-demo.ts';

/** The demo was requested on a database that a business already uses. */
export class NotADemoError extends Error {
  override readonly name = 'NotADemoError';

  constructor() {
    super('This database holds a real business; start it with DEMO=off.');
  }
}

/** A real business was requested on a database that contains the demo. */
export class OnlyADemoError extends Error {
  override readonly name = 'OnlyADemoError';

  constructor() {
    super(
      'This database holds the demo; start it with DEMO=on, or give the real business an empty one (DATABASE_URL, or DATA_DIR).',
    );
  }
}

/**
 * Creates the demo in an empty database, or continues an existing one up to today; of processes that start
 * together, one does it. Throws a NotADemoError for a database with people but without the demo.
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
 * Throws an OnlyADemoError if the demo's accounts exist: without the demo nobody would see that
 * there is a generated admin, whose sessions remain valid and who prevents the creation of the
 * first real one (a real business has a separate database).
 */
export async function refuseDemo(store: Store): Promise<void> {
  await inTransaction(store, async (trx) => {
    // Another process may be creating it right now.
    await lockDemo(trx);
    if (await holdsDemo(trx)) throw new OnlyADemoError();
  });
}

/** Returns whether the demo's accounts exist. */
export async function holdsDemo(kysely: Kysely<Database>): Promise<boolean> {
  const found = await kysely
    .selectFrom('users')
    .select('id')
    .where('id', 'in', Object.values(demoAccountIds))
    .executeTakeFirst();
  return found !== undefined;
}
