import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { password } from '@curbwrench/testing/accounts';
import { Browser } from '@curbwrench/testing/browser';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { createSnapshot } from '@curbwrench/testing/database-snapshot';
import { demoMorning } from '@curbwrench/testing/demo-day';
import { generateSchemaSource } from '@curbwrench/testing/schema-source';
import {
  fillWithShortDemo,
  snapshotAddress,
  snapshotEmail,
  addUsageToDemo,
} from '@curbwrench/testing/filled-business';
import { startApp } from '@curbwrench/testing/start-app';
import { sealAudit } from '../audit/changes.ts';
import { verifyAuditTrail } from '../audit/chain-queries.ts';
import { scriptQuery } from './connection/store-dialect.ts';
import { migrate, readMigrations } from './migrator.ts';

/*
 * Upgrades filled databases of earlier versions. Each file in `testing/src/snapshots/` was written
 * from a business in use when the migration in its name was the newest, and never changes. With
 * WRITE_SNAPSHOT=1 in the environment, one is written for the newest migration.
 */

const snapshots = new URL('../../../testing/src/snapshots/', import.meta.url);

if (process.env['WRITE_SNAPSHOT'] === '1') await writeSnapshot();

describe.each(readdirSync(snapshots))('a database filled at %s', (snapshot) => {
  test('keeps every row and gets the schema of a new one', async () => {
    const database = await loadSnapshot(snapshot);
    const before = await countRows(database);
    const { users, accounts, ...sameName } = before;
    const { kysely } = database.store;
    const remaining = await sql<{ count: number }>`
      select count(*)::int as count from users where deleted_at is null
    `.execute(kysely);
    await migrate(kysely);
    const after = await countRows(database);
    // A dropped table would be missing; a migration that drops one changes this test. Migrations add their
    // columns to `audit_columns`, and sealing makes entries of `audit_pending`.
    const expected = {
      ...sameName,
      people: users,
      credentials: accounts,
      accounts: remaining.rows[0]?.count,
      audit_columns: after['audit_columns'],
      audit_tables: after['audit_tables'],
    };
    expect({ ...after, ...expected }).toEqual(after);
    const empty = await createTestDatabase();
    expect(await generateSchemaSource(database.store.kysely)).toBe(
      await generateSchemaSource(empty.store.kysely),
    );
    await empty.drop();
    await database.drop();
  });

  test('gives each appointment lines that add up to its price and last as long', async () => {
    const database = await loadSnapshot(snapshot);
    const { kysely } = database.store;
    const before = await sql`
      select id, price::numeric, included_in, end_time - start_time as lasts from appointments order by id
    `.execute(kysely);
    await migrate(kysely);
    const after = await sql`
      select a.id, sum(l.quantity * l.unit_price)::numeric(10, 2) as price, max(l.included_in) as included_in,
        sum(l.duration) * interval '1 minute' as lasts
      from appointments a join appointment_lines l on l.appointment_id = a.id
      group by a.id order by a.id
    `.execute(kysely);
    expect(before.rows.length).toBeGreaterThan(100);
    expect(after.rows).toEqual(before.rows);
    const additions = await sql<{ text: string }>`
      select distinct kind || ' ' || description as text from appointment_lines where kind <> 'service'
    `.execute(kysely);
    expect(additions.rows.map(({ text }) => text).toSorted()).toEqual([
      'discount Small Fleet plan discount',
      'fee Call-out fee, North side',
    ]);
    await database.drop();
  });

  test("keeps the audit trail's chain intact, and people sign in and see their records", async () => {
    const database = await loadSnapshot(snapshot);
    await migrate(database.store.kysely);
    await sealAudit(database.store.kysely);
    const report = await verifyAuditTrail(database.store.kysely);
    expect(report).toMatchObject({ whole: true });
    expect(report.whole && report.entries).toBeGreaterThan(10);

    const site = await startApp({ now: demoMorning, database });
    const browser = new Browser(site);
    const signedIn = await browser.post('/api/account/sign-in', { email: snapshotEmail, password });
    expect(signedIn.statusCode).toBe(200);
    const appointments = await browser.send('GET', '/api/appointments');
    expect(appointments.json()).toMatchObject([
      { location: JSON.stringify({ address: snapshotAddress }) },
    ]);
    const suggested = await browser.send('GET', '/api/places?q=');
    expect(suggested.json()).toMatchObject({
      suggestions: [{ address: snapshotAddress, source: 'earlier' }],
    });
    await site.stop();
    await database.drop();
  });
});

async function writeSnapshot(): Promise<void> {
  const newest = (await readMigrations()).at(-1)?.name ?? '';
  const file = new URL(newest, snapshots);
  if (existsSync(file)) throw new Error(`${fileURLToPath(file)} exists, and is never changed.`);
  const site = await startApp({ now: demoMorning, fill: fillWithShortDemo });
  await addUsageToDemo(site);
  writeFileSync(file, await createSnapshot(site.store.kysely));
  await site.stop();
}

/** Creates an empty database at that migration, with the rows of the snapshot. */
async function loadSnapshot(name: string): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const { kysely } = database.store;
  await sql`drop schema public cascade`.execute(kysely);
  await sql`create schema public`.execute(kysely);
  const folder = mkdtempSync(join(tmpdir(), 'curbwrench-earlier-'));
  for (const migration of await readMigrations()) {
    if (migration.name > name) continue;
    copyFileSync(
      new URL(`migrations/${migration.name}`, import.meta.url),
      join(folder, migration.name),
    );
  }
  await migrate(kysely, pathToFileURL(`${folder}/`));
  rmSync(folder, { recursive: true });
  await kysely
    .connection()
    .execute((connection) =>
      connection.executeQuery(scriptQuery(readFileSync(new URL(name, snapshots), 'utf8'))),
    );
  return database;
}

async function countRows({ store }: TestDatabase): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'
  `.execute(store.kysely);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from ${sql.table(name)}`.execute(store.kysely);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}
