import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Store } from './database/connection/store.ts';
import { migrate } from './database/migrator.ts';
import {
  createTestDatabase,
  testDatabaseKind,
  type TestDatabase,
} from '@curbwrench/testing/database';

let database: TestDatabase | null = null;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'curbwrench-second-factor-'));
  if (testDatabaseKind === 'postgres') database = await createTestDatabase();
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the built command on the database, and returns how it ended. */
function remove(...argv: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const command = fileURLToPath(new URL('../dist/remove-second-factor.js', import.meta.url));
  const env = { ...process.env, DATA_DIR: folder, ...(database && { DATABASE_URL: database.url }) };
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...argv], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

/** Opens the same database while the command isn't running, since only one process may have it open. */
async function inDatabase<T>(work: (store: Store) => Promise<T>): Promise<T> {
  if (database) return work(database.store);
  const store = await openDatabase({ kind: 'embedded', folder: join(folder, 'database') });
  const result = await work(store);
  await store.close();
  return result;
}

test("a person with access to the server can remove the last admin's second factor, and the admin is notified @accounts.second-factor-removal", async () => {
  expect(await remove()).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'Please specify the email address of the person whose second factor should be removed.\n',
  });
  await inDatabase(async ({ kysely }) => {
    await migrate(kysely);
    await sql`insert into people (id, name, first_name, last_name, email, created_at, updated_at)
      values ('last-admin', 'Dana Vale', 'Dana', 'Vale', 'dana@example.com', now(), now())`.execute(
      kysely,
    );
    await sql`insert into accounts (id, email, email_verified, role, two_factor_enabled, created_at,
        updated_at)
      values ('last-admin', 'dana@example.com', true, 'admin', true, now(), now())`.execute(kysely);
    await sql`insert into two_factors (id, account_id, secret, backup_codes, verified)
      values ('factor', 'last-admin', 'lost', 'lost', true)`.execute(kysely);
    await sql`insert into sessions (id, account_id, token, expires_at, created_at, updated_at)
      values ('phone', 'last-admin', 'a token', now() + interval '1 day', now(), now())`.execute(
      kysely,
    );
  });

  expect(await remove('nobody@example.com')).toMatchObject({
    code: 1,
    stdout: 'Person not found.\n',
  });
  expect(await remove('Dana@Example.com')).toEqual({
    code: 0,
    stdout:
      'The second factor of Dana@Example.com was removed. They were logged out and notified by email.\n',
    stderr: '',
  });
  expect(await remove('dana@example.com')).toMatchObject({
    code: 1,
    stdout: 'Two-factor authentication is not on.\n',
  });
  const remaining = await inDatabase(async ({ kysely }) => ({
    user: await kysely.selectFrom('accounts').select('two_factor_enabled').execute(),
    factors: await kysely.selectFrom('two_factors').select('id').execute(),
    sessions: await kysely.selectFrom('sessions').select('id').execute(),
    emails: await kysely.selectFrom('emails').select(['recipient', 'subject']).execute(),
  }));
  expect(remaining).toEqual({
    user: [{ two_factor_enabled: false }],
    factors: [],
    sessions: [],
    emails: [
      {
        recipient: 'dana@example.com',
        subject: 'Two-factor authentication for Curbwrench was removed',
      },
    ],
  });
}, 120_000);
