import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { sealAudit } from '../audit/changes.ts';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { loadWithoutIndexes } from './load-without-indexes.ts';
import { generateBenchmarkData, type BenchmarkDataOptions } from './generate-benchmark-data.ts';

const options: BenchmarkDataOptions = {
  appointments: 1000,
  now: new Date('2026-11-18T20:00:00Z'),
  timeZone: 'America/Los_Angeles',
  cityCenter: { lat: 37.7749, lng: -122.4194 },
};

let database: TestDatabase;
afterEach(() => database.drop());

async function readRow<T>(query: ReturnType<typeof sql<T>>): Promise<T | undefined> {
  return (await query.execute(database.store.kysely)).rows[0];
}

it('generateBenchmarkData creates the requested number of past appointments, and a busy month ahead', async () => {
  database = await createTestDatabase();
  await generateBenchmarkData(database.store, options);

  expect(
    await readRow(sql`
      select
        (select count(*) from appointments where date < '2026-11-18') as past,
        (select count(*) from appointments where date < '2026-11-18' and status = 'completed')
          between 820 and 950 as most_completed,
        (select count(*) from appointments where date < '2026-11-18'
          and status not in ('completed', 'cancelled')) as left_open,
        (select min(jobs) from (select count(*) as jobs from appointments
          where date > '2026-11-18' group by date) days) > 60 as filled,
        (select count(*) from mechanics) as mechanics,
        (select count(*) from accounts where role = 'customer') as customers,
        (select count(*) from payments) = (select count(*) from appointments where status = 'completed') as paid,
        (select count(*) from audit_entries) + (select count(*) from audit_pending) as audited`),
  ).toEqual({
    past: 1000,
    most_completed: true,
    left_open: 0,
    filled: true,
    mechanics: 20,
    customers: 2000,
    paid: true,
    audited: 0,
  });

  // The audit triggers are enabled again: this change is audited.
  await sql`update people set phone = null where id in (select id from accounts where role = 'admin')`.execute(
    database.store.kysely,
  );
  await sealAudit(database.store.kysely);
  expect(await readRow(sql`select action from audit_entries`)).toEqual({ action: 'changed' });
});

it('loadWithoutIndexes restores all indexes and constraints', async () => {
  database = await createTestDatabase();
  const readConstraintsAndIndexes = () =>
    readRow(sql<{ constraints: string; indexes: string }>`
      select
        (select string_agg(conrelid::regclass || conname || pg_get_constraintdef(oid), '|'
          order by conrelid::regclass::text, conname) from pg_constraint where contype <> 'n') as constraints,
        (select string_agg(indexdef, '|' order by indexname) from pg_indexes
          where schemaname = 'public') as indexes`);
  const before = await readConstraintsAndIndexes();
  await database.store.kysely
    .transaction()
    .execute((trx) => loadWithoutIndexes(trx, async () => {}));
  expect(await readConstraintsAndIndexes()).toEqual(before);
});
