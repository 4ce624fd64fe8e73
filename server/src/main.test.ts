import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChild } from './testing/child-process.ts';
import { createTestDatabase, testDatabaseKind, type TestDatabase } from './testing/database.ts';

/*
 * The first start of a real business, as a process: what it prints leads to the first admin, and
 * the next start prints it no more. On the embedded database this includes making its folder.
 */

let database: TestDatabase | null = null;
let folder: string;
const authSecret = randomBytes(32).toString('hex');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'curbwrench-first-start-'));
  if (testDatabaseKind === 'postgres') database = await createTestDatabase();
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the server without the demo, and answers everything it prints until it is ready. */
async function start() {
  const environment = {
    DEMO: 'off',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: folder,
    ...(database?.url && { DATABASE_URL: database.url, AUTH_SECRET: authSecret }),
  };
  const child = startChild(`
    Object.assign(process.env, ${JSON.stringify(environment)});
    await import(built('main'));
  `);
  const lines: string[] = [];
  for (let line = ''; !line.startsWith('Data: ');) {
    const next = await child.nextLine();
    if (next === undefined) throw new Error(`It ended:\n${lines.join('\n')}`);
    line = next;
    lines.push(line);
  }
  const printed = lines.join('\n');
  return { child, printed, url: /ready: (http:\S+)/.exec(printed)?.[1] ?? '' };
}

test('the first start prints the way to the first admin, and no later one does', async () => {
  const first = await start();
  const link = new RegExp(`^  ${first.url}/set-up#token=([A-Za-z0-9_-]{43})$`, 'm');
  const token = link.exec(first.printed)?.[1];
  const answer = await fetch(`${first.url}/api/set-up`, {
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
  expect([answer.status, token]).toEqual([201, expect.any(String)]);

  const second = await start();
  await second.child.kill();
  expect(second.printed).toContain('is ready');
  expect(second.printed).not.toContain('set-up');
}, 60_000);
