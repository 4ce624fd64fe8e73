import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Store } from './database/connection/store.ts';
import { inTransaction } from './database/connection/transaction.ts';
import { migrate } from './database/migrator.ts';
import {
  createTestDatabase,
  testDatabaseKind,
  type TestDatabase,
} from '@curbwrench/testing/database';

let database: TestDatabase | null = null;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'curbwrench-verify-audit-'));
  if (testDatabaseKind === 'postgres') database = await createTestDatabase();
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the built command on the database, and returns how it ended. */
function verify(...argv: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const command = fileURLToPath(new URL('../dist/verify-audit.js', import.meta.url));
  const env = { ...process.env, DATA_DIR: folder, ...(database && { DATABASE_URL: database.url }) };
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...argv], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

/** Opens the same database while the command isn't running, since only one process may have it open. */
async function inDatabase(work: (store: Store) => Promise<unknown>): Promise<void> {
  if (database) {
    await work(database.store);
    return;
  }
  const store = await openDatabase({ kind: 'embedded', folder: join(folder, 'database') });
  await work(store);
  await store.close();
}

test('the command reports whether the chain is intact and, if not, where it is broken', async () => {
  if (!database) {
    expect(await verify()).toEqual({
      code: 2,
      stdout: '',
      stderr: `There is no database in ${folder}.\n`,
    });
    expect(await readdir(folder)).toEqual([]);
  }
  expect(await verify('--anchor', '12')).toMatchObject({
    code: 2,
    stderr: 'The anchor must be what a previous run printed: --anchor number:hash\n',
  });
  await inDatabase(async (store) => {
    await migrate(store.kysely);
    await sql`insert into services (name, description, price, duration, created_at)
      select 'Service ' || n, '', n, 60, now() from generate_series(1, 1234) n`.execute(
      store.kysely,
    );
  });
  const intact = await verify();
  expect([intact.code, intact.stderr]).toEqual([0, '']);
  expect(intact.stdout).toMatch(
    /^1,234 entries; the chain is intact\.\nAnchor for the next run: --anchor 1234:/,
  );
  const anchor = /--anchor (\S+)/.exec(intact.stdout)?.[1] ?? '';

  await inDatabase((store) =>
    inTransaction(store, async (trx) => {
      await sql`alter table audit_entries disable trigger user`.execute(trx);
      await sql`delete from audit_entries where number = 1234`.execute(trx);
      await sql`alter table audit_entries enable trigger user`.execute(trx);
    }),
  );
  expect(await verify('--anchor', anchor)).toEqual({
    code: 1,
    stdout: 'The audit trail ends at entry 1233, before the anchor (entry 1234).\n',
    stderr: '',
  });
}, 120_000);
