import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { inTransaction } from './connection/transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('each event takes one number, in order, also from a table that was just swept', async () => {
  const numbers = await inTransaction(database.store, async (trx) => {
    const tell = (count: number) =>
      sql`insert into outbox (kind, subject_id, at)
        select 'user', n::text, now() from generate_series(1, ${count}::int) n`.execute(trx);
    // What the planner knows of a table from which most was just deleted.
    await tell(1000);
    await sql`select number_outbox()`.execute(trx);
    await sql`delete from outbox where number < (select max(number) from outbox)`.execute(trx);
    await sql`analyze outbox`.execute(trx);
    await sql`delete from outbox`.execute(trx);
    await tell(3);
    await sql`select number_outbox()`.execute(trx);
    const { rows } = await sql<{ number: string | number }>`
      select number from outbox order by id`.execute(trx);
    return rows.map(({ number }) => Number(number));
  });
  const [first = 0] = numbers;
  expect(numbers).toEqual([first, first + 1, first + 2]);
});
