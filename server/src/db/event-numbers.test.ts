import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { inTransaction } from './connection/transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('each event takes one number, in order, whatever way the planner goes', async () => {
  const numbers = await inTransaction(database.store, async (trx) => {
    await sql`insert into outbox (kind, subject_id, at)
      select 'user', n::text, now() from generate_series(1, 3) n`.execute(trx);
    // The way that a planner takes who thinks that there are hardly any rows.
    await sql`set local enable_hashjoin = off`.execute(trx);
    await sql`set local enable_mergejoin = off`.execute(trx);
    await sql`set local enable_material = off`.execute(trx);
    await sql`set local enable_indexscan = off`.execute(trx);
    await sql`set local enable_bitmapscan = off`.execute(trx);
    await sql`select number_outbox()`.execute(trx);
    const { rows } = await sql<{ number: string | number }>`
      select number from outbox order by id`.execute(trx);
    return rows.map(({ number }) => Number(number));
  });
  const [first = 0] = numbers;
  expect(numbers).toEqual([first, first + 1, first + 2]);
});
