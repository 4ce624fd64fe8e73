import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from './database/connection/store.ts';
import {
  createTestDatabase,
  testDatabaseKind,
  type TestDatabase,
} from '@curbwrench/testing/database';
import {
  failureWith,
  runBusinessServer,
  type ProgramResult,
} from '@curbwrench/testing/run-program';

/*
 * Starts the server as a process that cannot start. It must print only one message that says what to change, and exit,
 * since a process that stays alive after a failed start looks healthy to a supervisor.
 */

// On a busy machine, a program may take a long time to exit.
vi.setConfig({ testTimeout: 360_000 });

let database: TestDatabase | null = null;
let folder: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'curbwrench-refused-start-')));
  if (testDatabaseKind === 'postgres') database = await createTestDatabase();
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a server with the test's database, and returns how the process ended. */
function start(settings: Record<string, string>, signal: AbortSignal): Promise<ProgramResult> {
  const location = { DATA_DIR: join(folder, 'data'), DATABASE_URL: database?.url ?? '' };
  return runBusinessServer({ ...location, ...settings }, signal);
}

/**
 * Makes intervals of one second run every millisecond, so that a start fails while its background jobs are running.
 * Jobs that aren't stopped before the database is closed would query it forever.
 */
const fastIntervals = `
  const original = globalThis.setInterval;
  globalThis.setInterval = (work, ms, ...rest) => original(work, ms === 1000 ? 1 : ms, ...rest);
`;

test('the server does not start if its port is in use', async ({ signal }) => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  // The address of a server that listens on a port is never null or a string.
  const { port } = other.address() as AddressInfo;
  const nodeOptions = `--import=data:text/javascript,${encodeURIComponent(fastIntervals)}`;
  expect(await start({ PORT: String(port), NODE_OPTIONS: nodeOptions }, signal)).toEqual(
    failureWith(`Another program is already listening on port ${port}; set PORT to a free one.`),
  );
});

test('the server does not start with a database from a pre-release version', async ({ signal }) => {
  const dataFolder = join(folder, 'pre-release');
  const url = database?.url ?? '';
  const store = await openDatabase(
    url === ''
      ? { kind: 'embedded', folder: join(dataFolder, 'database') }
      : { kind: 'postgres', url },
  );
  await sql`create table if not exists schema_migrations (name text, checksum text)`.execute(
    store.kysely,
  );
  await sql`insert into schema_migrations values ('0001_identity.sql', '')`.execute(store.kysely);
  await store.close();
  expect(await start({ DATA_DIR: dataFolder }, signal)).toEqual(
    failureWith(
      'This database was created by a pre-release version of Curbwrench and cannot be upgraded. Start with an empty database (DATABASE_URL or DATA_DIR).',
    ),
  );
});
