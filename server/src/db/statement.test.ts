import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { inTransaction } from './connection/transaction.ts';
import { statement } from './statement.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Values {
  readonly name: string | null;
  readonly count: number;
}

test('its text is made once, and each run has values of its own', async () => {
  let made = 0;
  const greet = statement<Values, { greeting: string }>((placeOf) => {
    made += 1;
    return sql`select coalesce(${placeOf('name')}::text, 'nobody') || ' ' || ${placeOf('count')}::int
      || ' of ' || ${10}::int || ', ' || ${placeOf('count')}::int as greeting`;
  });
  const { kysely } = database.store;
  expect(await greet(kysely, { name: 'Ann', count: 1 })).toEqual([{ greeting: 'Ann 1 of 10, 1' }]);
  expect(await greet(kysely, { name: null, count: 2 })).toEqual([
    { greeting: 'nobody 2 of 10, 2' },
  ]);
  expect(made).toBe(1);
});

test('it runs in the transaction whose handle it is given', async () => {
  const write = statement<{ readonly date: string }, never>(
    (placeOf) => sql`insert into holidays (date, name) values (${placeOf('date')}, 'A day')`,
  );
  const { kysely } = database.store;
  const undone = inTransaction(kysely, async (trx) => {
    await write(trx, { date: '2031-05-05' });
    throw new Error('Undone.');
  });
  await expect(undone).rejects.toThrow('Undone.');
  expect(await kysely.selectFrom('holidays').selectAll().execute()).toEqual([]);
});

test('a value that is missing is a mistake, and nothing is sent', async () => {
  const count = statement<Partial<Values>, unknown>(
    (placeOf) => sql`select ${placeOf('count')}::int`,
  );
  await expect(count(database.store.kysely, {})).rejects.toThrow(
    'The statement has no value for count.',
  );
});
