import type { Store } from '../db/connection/store.ts';
import { inTransaction } from '../db/connection/transaction.ts';
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

/**
 * Makes the demo in an empty database, or carries an existing one on to today (D2); of processes
 * that start together, one makes it. Throws a NotADemoError for a database with people of its own
 * and no demo.
 */
export async function prepareDemo(store: Store, options: DemoOptions): Promise<void> {
  await inTransaction(store, async (trx) => {
    await lockDemo(trx);
    if (!(await hasPeople(trx))) return makeDemo(trx, options);
    const demo = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', demoAccountIds.admin)
      .executeTakeFirst();
    if (!demo) throw new NotADemoError();
    return carryOn(trx, options);
  });
}
