import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { columnClasses } from './column-classes.ts';

let site: TestDatabase;

beforeAll(async () => {
  site = await createTestDatabase();
});
afterAll(() => site.drop());

describe('the classes of columns', () => {
  test('name every existing column once, and no other @data.audit-columns', async () => {
    expect(await findColumnProblems()).toEqual([]);
  });

  test('are reported as missing for a new column', async () => {
    await sql`alter table vehicles add column gate_code text`.execute(site.store.kysely);
    try {
      expect(await findColumnProblems()).toEqual(['vehicles.gate_code has 0 classes']);
    } finally {
      await sql`alter table vehicles drop column gate_code`.execute(site.store.kysely);
    }
  });

  test("agree with the audit trail's own declarations @data.audit-columns", async () => {
    const { rows } = await sql<{ table: string; column: string; class: string }>`
      select table_name as table, column_name as column, class
      from audit_columns where column_name <> '*'
    `.execute(site.store.kysely);
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

  /** Returns a sentence for each column without exactly one class, and for each class without a column. */
  async function findColumnProblems(): Promise<string[]> {
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name::text as table, column_name::text as column
      from information_schema.columns
      where table_schema = 'public' and table_name <> 'schema_migrations'
    `.execute(site.store.kysely);
    const known = rows.map(({ table, column }) => `${table}.${column}`);
    const classed = Object.entries(columnClasses).flatMap(([table, { plain, secret, personal }]) =>
      [...plain, ...secret, ...personal].map((column) => `${table}.${column}`),
    );
    const count = (name: string) => classed.filter((each) => each === name).length;
    return [
      ...known
        .filter((name) => count(name) !== 1)
        .map((name) => `${name} has ${count(name)} classes`),
      ...classed.filter((name) => !known.includes(name)).map((name) => `there is no ${name}`),
    ];
  }
});

function getClasses(table: string) {
  return Object.entries(columnClasses).find(([name]) => name === table)?.[1];
}
