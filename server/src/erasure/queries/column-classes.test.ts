import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { columnClasses } from './column-classes.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('the classes of columns', () => {
  test('name every existing column exactly once, and no others @data.audit-columns', async () => {
    expect(await findColumnProblems()).toEqual([]);
  });

  test('are reported as missing for a new column', async () => {
    await sql`alter table vehicles add column gate_code text`.execute(database.store.kysely);
    try {
      expect(await findColumnProblems()).toEqual(['vehicles.gate_code has 0 classes']);
    } finally {
      await sql`alter table vehicles drop column gate_code`.execute(database.store.kysely);
    }
  });

  test("agree with the audit trail's own declarations @data.audit-columns", async () => {
    const { rows } = await sql<{ table: string; column: string; class: string }>`
      select table_name as table, column_name as column, class
      from audit_columns where column_name <> '*'
    `.execute(database.store.kysely);
    const different = rows.filter((row) => {
      const { secret = [], personal = [] } = getClasses(row.table) ?? {};
      return (
        (row.class === 'personal' && !personal.includes(row.column)) ||
        (row.class === 'secret' && !secret.includes(row.column)) ||
        (row.class === 'plain' && [...secret, ...personal].includes(row.column))
      );
    });
    expect(different).toEqual([]);
  });

  /** Returns a message for each column without exactly one class, and for each classified column that doesn't exist. */
  async function findColumnProblems(): Promise<string[]> {
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name::text as table, column_name::text as column
      from information_schema.columns
      where table_schema = 'public' and table_name <> 'schema_migrations'
    `.execute(database.store.kysely);
    const existing = rows.map(({ table, column }) => `${table}.${column}`);
    const classified = Object.entries(columnClasses).flatMap(
      ([table, { plain, secret, personal }]) =>
        [...plain, ...secret, ...personal].map((column) => `${table}.${column}`),
    );
    const count = (name: string) => classified.filter((column) => column === name).length;
    return [
      ...existing
        .filter((name) => count(name) !== 1)
        .map((name) => `${name} has ${count(name)} classes`),
      ...classified.filter((name) => !existing.includes(name)).map((name) => `there is no ${name}`),
    ];
  }
});

function getClasses(table: string) {
  return Object.entries(columnClasses).find(([name]) => name === table)?.[1];
}
