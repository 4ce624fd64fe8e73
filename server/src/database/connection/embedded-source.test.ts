import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { EmbeddedMaintenance } from './embedded-maintenance.ts';
import { openDatabase, type Store } from './store.ts';

let store: Store;

beforeAll(async () => {
  store = await openDatabase({ kind: 'embedded', folder: 'memory' });
});
afterAll(() => store.close());

test('a slow statement does not block the main thread', async () => {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 1);
  await sql`select count(*) from generate_series(1, 2000000) as n where n % 7 = 3`.execute(
    store.kysely,
  );
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(10);
});

test('a failed statement does not affect the results of other statements', async () => {
  const results = await Promise.allSettled([
    sql`select 1 as n`.execute(store.kysely),
    sql`select 1/0`.execute(store.kysely),
    sql`this is not a statement`.execute(store.kysely),
    sql`select 2 as n`.execute(store.kysely),
  ]);
  expect(results).toMatchObject([
    { status: 'fulfilled', value: { rows: [{ n: 1 }] } },
    { status: 'rejected', reason: { code: '22012' } },
    { status: 'rejected', reason: { code: '42601' } },
    { status: 'fulfilled', value: { rows: [{ n: 2 }] } },
  ]);
});

test('a large result is returned completely', async () => {
  const { rows } = await sql<{ n: number; text: string }>`
    select n, repeat('x', 1000) as text from generate_series(1, 20000) as n`.execute(store.kysely);
  expect(rows).toHaveLength(20000);
  expect(rows.at(-1)).toEqual({ n: 20000, text: 'x'.repeat(1000) });
});

test('a database opened from a dump has the same rows', async () => {
  await sql`create table test_rows as select 42 as answer`.execute(store.kysely);
  const copy = await openDatabase({ kind: 'embedded', folder: 'memory', dump: await store.dump() });
  expect((await sql`select * from test_rows`.execute(copy.kysely)).rows).toEqual([{ answer: 42 }]);
  await Promise.all([copy.close(), copy.close()]);
  await copy.close();
});

test('maintenance runs a checkpoint every five minutes and a vacuum every hour', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const statements: string[] = [];
  const maintenance = new EmbeddedMaintenance(async (statement) => {
    statements.push(statement);
  });
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  maintenance.stop();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  vi.useRealTimers();
  expect(statements.filter((statement) => statement === 'checkpoint')).toHaveLength(12);
  expect(statements.filter((statement) => statement === 'vacuum (analyze)')).toHaveLength(1);
  for (const statement of new Set(statements)) await sql.raw(statement).execute(store.kysely);
});
