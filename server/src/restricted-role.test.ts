import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, testDatabaseKind, type TestDatabase } from './testing/database.ts';

/** Runs a built program under a role of the database's, and answers how it ended. */
function runAs(url: string, program: string): Promise<{ code: unknown; failed: string }> {
  const file = fileURLToPath(new URL(`../dist/${program}.js`, import.meta.url));
  const env = {
    ...process.env,
    DEMO: 'off',
    PORT: '0',
    DATABASE_URL: url,
    AUTH_SECRET: randomBytes(32).toString('hex'),
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [file], { env }, (error, _, failed) =>
      resolve({ code: error?.code ?? 0, failed }),
    );
  });
}

// The embedded database has no roles.
describe.runIf(testDatabaseKind === 'postgres')('a role without rights', () => {
  let database: TestDatabase;
  let url: string;
  const role = `cw_bare_${randomBytes(6).toString('hex')}`;

  beforeAll(async () => {
    database = await createTestDatabase();
    await sql`create role ${sql.id(role)} login`.execute(database.store.kysely);
    const address = new URL(database.url ?? '');
    address.username = role;
    address.password = '';
    url = address.href;
  });
  afterAll(async () => {
    await sql`drop role ${sql.id(role)}`.execute(database.store.kysely);
    await database.drop();
  });

  test('is told in a sentence that it may not start the server', async () => {
    expect(await runAs(url, 'main')).toEqual({
      code: 1,
      failed:
        "The role of DATABASE_URL may not migrate this database; set MIGRATION_DATABASE_URL to its owner's, or let this role own it (docs/operations.md).\n",
    });
  }, 60_000);

  test('is told in a sentence that it may not verify the audit trail', async () => {
    expect(await runAs(url, 'verify-audit')).toEqual({
      code: 2,
      failed: 'The role of DATABASE_URL may not read the audit trail of this database.\n',
    });
  }, 60_000);
});
