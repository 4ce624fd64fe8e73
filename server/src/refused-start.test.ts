import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { lockFolder } from './database/connection/folder-lock.ts';
import { openDatabase } from './database/connection/store.ts';
import {
  createTestDatabase,
  testDatabaseKind,
  type TestDatabase,
} from '@curbwrench/testing/database';
import { runProgram, type ProgramResult } from '@curbwrench/testing/run-program';

/*
 * Starts the server as a process with invalid settings. It must print only one message that says what to change, and
 * exit, since a process that stays alive after a failed start looks healthy to a supervisor.
 */

// On a busy machine, a program may take a long time to exit.
vi.setConfig({ testTimeout: 360_000 });

let database: TestDatabase | null = null;
let folder: string;
const authSecret = randomBytes(32).toString('hex');

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'curbwrench-refused-start-')));
  if (testDatabaseKind === 'postgres') database = await createTestDatabase();
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a server for a real business instead of the demo, and returns how the process ended. */
function start(settings: Record<string, string>, signal: AbortSignal): Promise<ProgramResult> {
  const environment = {
    DEMO: 'off',
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'https://book.example.com',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database?.url ?? '',
    AUTH_SECRET: authSecret,
    ...settings,
  };
  return runProgram('main', environment, signal);
}

/**
 * Makes intervals of one second run every millisecond, so that a start fails while its background jobs are running.
 * Jobs that aren't stopped before the database is closed would query it forever.
 */
const fastIntervals = `
  const original = globalThis.setInterval;
  globalThis.setInterval = (work, ms, ...rest) => original(work, ms === 1000 ? 1 : ms, ...rest);
`;

const failsWith = (message: string): ProgramResult => ({
  code: 1,
  stdout: '',
  stderr: `${message}\n`,
});

test('the server does not start if its port is in use', async ({ signal }) => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  // The address of a server that listens on a port is never null or a string.
  const { port } = other.address() as AddressInfo;
  const nodeOptions = `--import=data:text/javascript,${encodeURIComponent(fastIntervals)}`;
  expect(await start({ PORT: String(port), NODE_OPTIONS: nodeOptions }, signal)).toEqual(
    failsWith(`Another program is already listening on port ${port}; set PORT to a free one.`),
  );
});

test.for([
  // An address reserved for documentation (RFC 5737), and a name that is never looked up in DNS.
  ['203.0.113.5', '203.0.113.5 is not'],
  ['a..b', 'no host is named a..b'],
])(
  'the server does not start if HOST is not an address of this machine: %s',
  async ([host = '', problem], { signal }) => {
    expect(await start({ HOST: host }, signal)).toEqual(
      failsWith(`HOST must be an address of this machine, such as 127.0.0.1, but ${problem}.`),
    );
  },
);

test('the server does not start if the data folder is a file', async ({ signal }) => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  expect(await start({ DATABASE_URL: '', DATA_DIR: file }, signal)).toEqual(
    failsWith(
      `DATA_DIR must be a writable folder, but part of the path ${join(file, 'database')} is a file.`,
    ),
  );
});

test('the server does not start if another program has the data folder open', async ({
  signal,
}) => {
  const dataFolder = join(folder, 'open');
  const databaseFolder = join(dataFolder, 'database');
  await mkdir(databaseFolder, { recursive: true });
  onTestFinished(await lockFolder(databaseFolder));
  expect(await start({ DATABASE_URL: '', DATA_DIR: dataFolder }, signal)).toEqual(
    failsWith(
      `The data folder ${databaseFolder} is in use by another running instance of Curbwrench. Stop that instance first, or set DATA_DIR to another folder.`,
    ),
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
    failsWith(
      'This database was created by a pre-release version of Curbwrench and cannot be upgraded. Start with an empty database (DATABASE_URL or DATA_DIR).',
    ),
  );
});

test('the server does not start if a setting is invalid', async ({ signal }) => {
  expect(await start({ PUBLIC_URL: 'https://example.com/book' }, signal)).toEqual(
    failsWith(
      'PUBLIC_URL must be the address that users open, without a path, password or query, such as https://book.example.com.',
    ),
  );
});
