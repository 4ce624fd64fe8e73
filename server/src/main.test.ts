import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startChild } from '@curbwrench/testing/child-process';
import {
  createTestDatabase,
  testDatabaseKind,
  type TestDatabase,
} from '@curbwrench/testing/database';
import { runProgram } from '@curbwrench/testing/run-program';
import { openDatabase } from './database/connection/store.ts';
import { demoAccountIds } from './demo/demo-accounts.ts';

/*
 * Starts the server as a process and reads what it prints. With the embedded database, this includes creating its
 * folder.
 */

// Creating an embedded database and the demo in it takes minutes on a busy machine.
vi.setConfig({ testTimeout: 360_000 });

const databases: TestDatabase[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'curbwrench-first-start-'));
});
afterAll(async () => {
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

type Environment = Readonly<Record<string, string>>;

/** Returns the environment of a server with a new, empty database, on this machine and any free port. */
async function newEnvironment(name: string): Promise<Environment> {
  const environment = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, name) };
  if (testDatabaseKind === 'embedded') return { ...environment, DATABASE_URL: '' };
  const database = await createTestDatabase();
  databases.push(database);
  return {
    ...environment,
    DATABASE_URL: database.url ?? '',
    AUTH_SECRET: randomBytes(32).toString('hex'),
  };
}

/** Starts the server, and returns everything it prints until it is ready. */
async function start(environment: Environment) {
  const child = startChild(`
    Object.assign(process.env, ${JSON.stringify(environment)});
    await import(built('main'));
  `);
  const lines: string[] = [];
  for (let line = ''; !line.startsWith('Data: ');) {
    const next = await child.nextLine();
    if (next === undefined) throw new Error(`The server ended:\n${lines.join('\n')}`);
    line = next;
    lines.push(line);
  }
  const output = lines.join('\n');
  return { child, lines, output, url: /ready: (http:\S+)/.exec(output)?.[1] ?? '' };
}

test('the first start prints the link that creates the first admin; later starts do not @messages.stored', async () => {
  const environment = { ...(await newEnvironment('business')), DEMO: 'off' };
  const first = await start(environment);
  const link = new RegExp(`^  ${first.url}/set-up#token=([A-Za-z0-9_-]{43})$`, 'm');
  const token = link.exec(first.output)?.[1];
  const response = await fetch(`${first.url}/api/set-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token,
      firstName: 'Ada',
      lastName: 'Moss',
      email: 'ada@example.com',
      password: 'a wheel-nut in the gutter',
    }),
  });
  await first.child.kill();
  expect([response.status, token]).toEqual([201, expect.any(String)]);

  expect(first.lines).toContain(
    'No mail server is set (SMTP_URL): emails are stored instead. Admins can read account emails on the Account emails page and appointment messages in the message log.',
  );

  const second = await start({
    ...environment,
    PUBLIC_URL: 'http://localhost:4000',
    SMTP_URL: 'smtp://localhost:2525',
    MAIL_FROM: 'desk@example.com',
  });
  await second.child.kill();
  expect(second.output).toContain('is ready: http://localhost:4000\n');
  expect(second.output).not.toContain('set-up');
  expect(second.output).not.toContain('emails are stored');
});

/** Creates a database like that of a pre-release version, with one of its demo accounts. */
async function createPreReleaseDemo(databaseFolder: string): Promise<void> {
  const store = await openDatabase({ kind: 'embedded', folder: databaseFolder });
  await sql`create table schema_migrations (name text)`.execute(store.kysely);
  await sql`insert into schema_migrations values ('0001_identity.sql')`.execute(store.kysely);
  await sql`create table users (id text)`.execute(store.kysely);
  await sql`insert into users values (${demoAccountIds.admin})`.execute(store.kysely);
  await store.close();
}

test('the demo prints its four accounts and never becomes a real business @demo.separate', async ({
  signal,
}) => {
  const environment = await newEnvironment('demo');
  if (testDatabaseKind === 'embedded') await createPreReleaseDemo(join(folder, 'demo/database'));
  const demo = await start({ ...environment, DEMO: 'on' });
  await demo.child.kill();
  const headingIndex = demo.lines.indexOf('Demo accounts, each with a button on the landing page:');
  expect(demo.lines.slice(headingIndex + 1, headingIndex + 6)).toEqual([
    '  Admin            Dana Whitaker        dana.whitaker@example.com',
    '  Customer         Casey Morgan         casey.morgan@example.com',
    '  Mechanic         Marcus Bell          marcus.bell@example.com',
    '  Service Advisor  Avery Collins        avery.collins@example.com',
    '',
  ]);
  expect(demo.lines).toContain(
    "The demo doesn't send email: emails are stored instead. Admins can read account emails on the Account emails page and appointment messages in the message log.",
  );
  expect(demo.output).not.toContain('set-up');
  if (testDatabaseKind === 'embedded') {
    const renamedFolder = (await readdir(join(folder, 'demo'))).find(
      (name) => name !== 'database' && name.startsWith('database'),
    );
    expect(demo.lines).toContain(
      `The demo was created by an older version or for another city. Its data is now in ${join(folder, 'demo', renamedFolder ?? '')}.`,
    );
  }

  expect(await runProgram('main', { ...environment, DEMO: 'off' }, signal)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'This database contains the demo. Start the server with DEMO=on, or give the real business an empty database (DATABASE_URL or DATA_DIR).\n',
  });
});
