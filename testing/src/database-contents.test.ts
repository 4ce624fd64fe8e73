import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';
import { compareContents, readDatabase } from './database-contents.ts';

test('inserted, updated and deleted rows are changes, and reading is not', async () => {
  const database = await createTestDatabase();
  const { store } = database;
  const { kysely } = store;
  await sql`create table notes (id int primary key, text text)`.execute(kysely);
  const statements = [
    sql`insert into notes values (1, 'first'), (2, 'second')`,
    sql`update notes set text = 'changed' where id = 1`,
    sql`delete from notes where id = 2`,
    sql`select 1`,
  ];
  const changes: string[] = [];
  for (const statement of statements) {
    const contents = await readDatabase(store);
    await statement.execute(kysely);
    const cells = compareContents(contents, await readDatabase(store));
    changes.push(cells.map(({ column, after }) => `${column}: ${String(after)}`).join(', '));
  }
  await database.drop();
  expect(changes).toEqual([
    'id: 1, text: first, id: 2, text: second',
    'text: changed',
    'id: undefined, text: undefined',
    '',
  ]);
});
