import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { lockFolder } from './database/connection/folder-lock.ts';
import { createTestDatabase } from '@curbwrench/testing/database';
import { failureWith, runBusinessServer } from '@curbwrench/testing/run-program';

/*
 * Starts the server as a process with invalid settings. What it then prints does not depend on the kind of database, so
 * `npm test -- --all` runs these tests only once.
 */

// On a busy machine, a program may take a long time to exit.
vi.setConfig({ testTimeout: 360_000 });

let folder: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'curbwrench-refused-settings-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.for([
  // An address reserved for documentation (RFC 5737), and a name that is never looked up in DNS.
  ['203.0.113.5', '203.0.113.5 is not'],
  ['a..b', 'no host is named a..b'],
])(
  'the server does not start if HOST is not an address of this machine: %s',
  async ([host = '', problem], { signal }) => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const location = { DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url ?? '' };
    expect(await runBusinessServer({ ...location, HOST: host }, signal)).toEqual(
      failureWith(`HOST must be an address of this machine, such as 127.0.0.1, but ${problem}.`),
    );
  },
);

test('the server does not start if the data folder is a file', async ({ signal }) => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  expect(await runBusinessServer({ DATABASE_URL: '', DATA_DIR: file }, signal)).toEqual(
    failureWith(
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
  expect(await runBusinessServer({ DATABASE_URL: '', DATA_DIR: dataFolder }, signal)).toEqual(
    failureWith(
      `The data folder ${databaseFolder} is in use by another running instance of Curbwrench. Stop that instance first, or set DATA_DIR to another folder.`,
    ),
  );
});

test('the server does not start if a setting is invalid', async ({ signal }) => {
  expect(
    await runBusinessServer({ PUBLIC_URL: 'https://example.com/book', DATABASE_URL: '' }, signal),
  ).toEqual(
    failureWith(
      'PUBLIC_URL must be the address that users open, without a path, password or query, such as https://book.example.com.',
    ),
  );
});
