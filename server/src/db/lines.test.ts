import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { linesOf, listOf, readLines, readList } from './lines.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The lines of these rows, by way of the database. */
async function lines(rows: ReturnType<typeof sql>) {
  const answer = await sql<{ lines: string | null }>`
    select ${linesOf(sql`a`, sql`b`, listOf(sql`c`))} as lines
    from (${rows}) as given (a, b, c)`.execute(database.store.kysely);
  return readLines(answer.rows[0]?.lines ?? null, 3).map(([a, b, c]) => [a, b, readList(c)]);
}

test('rows come back as they were, in their order, whatever their text', async () => {
  const text = 'a,b\t"c"\n{d} \\ | Zürich 🔧';
  expect(
    await lines(
      sql`values (1, time '08:30', array['oil', ${text}::text]), (2, time '24:00', array['brakes'])`,
    ),
  ).toEqual([
    ['1', '08:30:00', ['oil', text]],
    ['2', '24:00:00', ['brakes']],
  ]);
});

test('what is null reads as empty, and no rows as none', async () => {
  expect(await lines(sql`values (null::int, null::text, array[]::text[])`)).toEqual([['', '', []]]);
  expect(await lines(sql`select 1, 'x', array['y'] where false`)).toEqual([]);
});

test('a value that holds what parts values is refused, not read as two', async () => {
  await expect(lines(sql`values (1, E'two\x1fvalues', array['y'])`)).rejects.toThrow(
    'A value contains the mark between two values.',
  );
});
