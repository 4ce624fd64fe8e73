import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import type { Database } from '../schema.ts';
import { openDatabase, type Store } from './store.ts';

/** SQL expressions, and the JavaScript value that both kinds of database must return for each. */
const values: [string, unknown][] = [
  ['9007199254740991::bigint', 9007199254740991],
  ['12.50::numeric', '12.50'],
  ['1.5::float8', 1.5],
  ['7::smallint', 7],
  ['true', true],
  [`date '2026-03-29'`, '2026-03-29'],
  [`time '08:30'`, '08:30:00'],
  [`timestamp '2026-03-29 02:30:00.25'`, '2026-03-29 02:30:00.25'],
  [`timestamptz '2026-03-29 02:30:00.123456+13'`, new Date('2026-03-28T13:30:00.123Z')],
  [`timestamptz 'infinity'`, new Date(8.64e15)],
  [`'{"a":[1,"x",null]}'::jsonb`, { a: [1, 'x', null] }],
  [`'[1]'::json`, [1]],
  [`'null'::jsonb`, null],
  [`int4range(1, 5)`, '[1,5)'],
  [
    `tsrange('2026-01-02 08:00', '2026-01-02 09:00')`,
    '["2026-01-02 08:00:00","2026-01-02 09:00:00")',
  ],
  [
    `array['plain', 'a,b', 'q"u\\o', null, '', 'NULL', '{}']`,
    ['plain', 'a,b', 'q"u\\o', null, '', 'NULL', '{}'],
  ],
  [`array[]::text[]`, []],
  [
    `array[[1,2],[3,4]]`,
    [
      [1, 2],
      [3, 4],
    ],
  ],
  [`'[0:1]={5,6}'::int[]`, [5, 6]],
  [`array[true,false]`, [true, false]],
  [`array['12.50'::numeric]`, ['12.50']],
  [`array[timestamptz '2026-01-01 00:00+00']`, [new Date('2026-01-01T00:00:00Z')]],
  [`'\\x00ff'::bytea`, Buffer.from([0, 255])],
  [`'7f1c8a4e-7a38-4a3c-8f8e-1d5cb7c5f0aa'::uuid`, '7f1c8a4e-7a38-4a3c-8f8e-1d5cb7c5f0aa'],
  [`'Zürich 🔧'`, 'Zürich 🔧'],
  ['null::int', null],
];

/** Parameters, the SQL type each is sent as, and the value that is returned. */
const parameters: [unknown, string, unknown][] = [
  ['text', 'text', 'text'],
  [42, 'int', 42],
  [2n ** 40n, 'bigint', 2 ** 40],
  [true, 'bool', true],
  [null, 'text', null],
  [undefined, 'text', null],
  [new Date('2026-07-01T10:00:00.5Z'), 'timestamptz', new Date('2026-07-01T10:00:00.5Z')],
  [{ a: [1] }, 'jsonb', { a: [1] }],
  [['a,b', 'q"\\', null, ''], 'text[]', ['a,b', 'q"\\', null, '']],
  [[1, 2], 'int[]', [1, 2]],
  [Buffer.from([1, 0, 255]), 'bytea', Buffer.from([1, 0, 255])],
  [[Buffer.from([1, 255])], 'bytea[]', [Buffer.from([1, 255])]],
];

async function readBack(kysely: Kysely<Database>): Promise<unknown[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(values.map(([expression], index) => sql`${sql.raw(expression)} as ${sql.ref(`v${index}`)}`))}
  `.execute(kysely);
  return values.map((_, index) => rows[0]?.[`v${index}`]);
}

async function sendAndReadBack(kysely: Kysely<Database>): Promise<unknown[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(
      parameters.map(
        ([value, type], index) => sql`${value}::${sql.raw(type)} as ${sql.ref(`v${index}`)}`,
      ),
    )}
  `.execute(kysely);
  return parameters.map((_, index) => rows[0]?.[`v${index}`]);
}

describe.each<'the configured database' | 'the embedded database'>([
  'the configured database',
  'the embedded database',
])('%s', (name) => {
  let configuredDatabase: TestDatabase | undefined;
  let store: Store;

  beforeAll(async () => {
    if (name === 'the configured database') configuredDatabase = await createTestDatabase();
    store =
      configuredDatabase?.store ?? (await openDatabase({ kind: 'embedded', folder: 'memory' }));
  });
  afterAll(async () => {
    await (configuredDatabase?.drop() ?? store.close());
  });

  test('returns every type as the expected JavaScript value', async () => {
    expect(await readBack(store.kysely)).toEqual(values.map(([, expected]) => expected));
    // The second read takes another code path: a cached plan.
    expect(await readBack(store.kysely)).toEqual(values.map(([, expected]) => expected));
  });

  test('accepts every type of parameter', async () => {
    expect(await sendAndReadBack(store.kysely)).toEqual(
      parameters.map(([, , expected]) => expected),
    );
  });

  test('reports the violated constraint, with the SQLSTATE', async () => {
    await sql`create table unique_ids (id int constraint unique_ids_key primary key)`.execute(
      store.kysely,
    );
    await sql`insert into unique_ids values (1)`.execute(store.kysely);
    const secondInsert = sql`insert into unique_ids values (${1})`.execute(store.kysely);
    await expect(secondInsert).rejects.toMatchObject({
      name: 'StatementError',
      code: '23505',
      constraint: 'unique_ids_key',
      table: 'unique_ids',
    });
  });

  test('returns the number of changed rows', async () => {
    await sql`create table counted (id int)`.execute(store.kysely);
    const inserted = await sql`insert into counted values (1), (2), (3)`.execute(store.kysely);
    expect(inserted.numAffectedRows).toBe(3n);
    expect(
      (await sql`update counted set id = 9 where id > 1`.execute(store.kysely)).numAffectedRows,
    ).toBe(2n);
  });
});
