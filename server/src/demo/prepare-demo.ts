import type { Position } from '@curbwrench/contract/people/schemas';
import { sql, type Kysely } from 'kysely';
import type { Store } from '../database/connection/store.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import type { Database } from '../database/schema.ts';
import { advanceDemoInTransaction } from './advance-demo.ts';
import { demoAccountIds } from './demo-accounts.ts';
import { lockDemo, type DemoOptions } from './demo-options.ts';
import { hasPeople, generateDemoInTransaction } from './generate-demo.ts';
import { getHome } from './places.ts';

/** The demo was requested for a database that a business already uses. */
export class NotADemoError extends Error {
  override readonly name = 'NotADemoError';

  constructor() {
    super('This database holds a real business; start it with DEMO=off.');
  }
}

/** A real business was requested for a database that contains the demo. */
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
 * together, only one does it. Throws a NotADemoError for a database with people but without the demo.
 */
export async function prepareDemo(store: Store, options: DemoOptions): Promise<void> {
  await inTransaction(store, async (trx) => {
    await lockDemo(trx);
    if (!(await hasPeople(trx))) return generateDemoInTransaction(trx, options);
    if (!(await hasDemo(trx))) throw new NotADemoError();
    return advanceDemoInTransaction(trx, options);
  });
}

/**
 * Throws an OnlyADemoError if the database contains the demo. A real business must not start on it:
 * the generated admin's sessions would remain valid, and the set-up of the first real admin would be
 * refused because there is one already.
 */
export async function throwIfDemo(store: Store): Promise<void> {
  await inTransaction(store, async (trx) => {
    // Another process may be creating it right now.
    await lockDemo(trx);
    if (await hasDemo(trx)) throw new OnlyADemoError();
  });
}

/**
 * Returns whether the demo's addresses lie in the town around this center: those of an older version, or of
 * another CITY_CENTRE, don't. Reads only what every version has stored.
 */
export async function fitsTown(kysely: Kysely<Database>, cityCentre: Position): Promise<boolean> {
  const home = getHome(demoAccountIds.customer, cityCentre);
  const { rows } = await sql<{ fits: boolean }>`
    select bool_or(address = ${home.address} and latitude = ${home.latitude}
      and longitude = ${home.longitude}) as fits
    from appointments where source = 'generated' and customer_id = ${demoAccountIds.customer}
  `.execute(kysely);
  return rows[0]?.fits ?? true;
}

/** Returns whether the database holds the demo, whatever version made it; not even a table needs to exist. */
export async function hasDemoOfAnyVersion(kysely: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`
    select coalesce(to_regclass('people'), to_regclass('users'))::text as name
  `.execute(kysely);
  const people = rows[0]?.name;
  if (!people) return false;
  const ids = Object.values(demoAccountIds);
  const found = await sql`
    select 1 from ${sql.table(people)} where id = any(${ids}::text[]) limit 1
  `.execute(kysely);
  return found.rows.length > 0;
}

/** Returns whether the demo's people exist. */
async function hasDemo(kysely: Kysely<Database>): Promise<boolean> {
  const found = await kysely
    .selectFrom('people')
    .select('id')
    .where('id', 'in', Object.values(demoAccountIds))
    .executeTakeFirst();
  return found !== undefined;
}
