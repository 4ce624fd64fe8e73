import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { inTransaction } from './connection/transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("each event gets one number, in order, even if the planner's statistics are outdated", async () => {
  const numbers = await inTransaction(database.store, async (trx) => {
    const insertEvents = (count: number) =>
      sql`insert into outbox (kind, subject_id, at)
        select 'user', n::text, now() from generate_series(1, ${count}::int) n`.execute(trx);
    // Leaves the planner with the statistics of a table with only one row.
    await insertEvents(1000);
    await sql`select number_outbox()`.execute(trx);
    await sql`delete from outbox where number < (select max(number) from outbox)`.execute(trx);
    await sql`analyze outbox`.execute(trx);
    await sql`delete from outbox`.execute(trx);
    await insertEvents(3);
    await sql`select number_outbox()`.execute(trx);
    const { rows } = await sql<{ number: string | number }>`
      select number from outbox order by id`.execute(trx);
    return rows.map(({ number }) => Number(number));
  });
  const [firstNumber = 0] = numbers;
  expect(numbers).toEqual([firstNumber, firstNumber + 1, firstNumber + 2]);
});

test('numbering new events never scans the entire outbox', async () => {
  const scannedRows = await inTransaction(database.store, async (trx) => {
    const insertEvents = (count: number) =>
      sql`insert into outbox (kind, subject_id, notice, at)
        select 'appointment', n::text, '{"kind": "booked", "to": [], "dispatch": true}', now()
        from generate_series(1, ${count}::int) n`.execute(trx);
    const countScannedRows = async () => {
      const { rows } = await sql<{ rows: number }>`
        select seq_tup_read::int as rows from pg_stat_xact_user_tables where relname = 'outbox'
      `.execute(trx);
      return rows[0]?.rows;
    };
    // Leaves the planner with statistics that say many rows have no number yet.
    await insertEvents(3_000);
    await sql`select number_outbox()`.execute(trx);
    await insertEvents(1_000);
    await sql`analyze outbox`.execute(trx);
    await sql`select number_outbox()`.execute(trx);
    const before = await countScannedRows();
    await insertEvents(3);
    await sql`select number_outbox()`.execute(trx);
    return { before, after: await countScannedRows() };
  });
  expect(scannedRows.before).toBeTypeOf('number');
  expect(scannedRows.after).toBe(scannedRows.before);
});
