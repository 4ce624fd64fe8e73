import { readFile, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { describeSchema } from '../testing/describe-schema.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('schema.ts says what the migrations make', async () => {
  const file = new URL('./schema.ts', import.meta.url);
  const made = await describeSchema(database.store.kysely);
  if (process.env['UPDATE_SCHEMA'] === '1') await writeFile(file, made);
  expect(await readFile(file, 'utf8')).toBe(made);
});

test('a statement refused for its values works with others the next time', async () => {
  const asDate = async (text: string) => {
    const { rows } = await sql<{ date: string }>`select ${text}::text::date as date`.execute(
      database.store.kysely,
    );
    return rows[0]?.date;
  };
  await expect(asDate('never')).rejects.toMatchObject({ code: '22007' });
  expect(await asDate('2026-03-03')).toBe('2026-03-03');
  await expect(asDate('never')).rejects.toMatchObject({ code: '22007' });
  expect(await asDate('2026-03-04')).toBe('2026-03-04');
});
