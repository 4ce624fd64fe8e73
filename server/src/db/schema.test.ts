import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { describeSchema } from '../testing/describe-schema.ts';

const file = fileURLToPath(new URL('./schema.ts', import.meta.url));

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the row types say what the migrations make', async () => {
  const described = await describeSchema(database.store.kysely);
  if (process.env['UPDATE_SCHEMA'] === '1') await writeFile(file, described);
  expect(await readFile(file, 'utf8')).toBe(described);
});
