import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@curbwrench/testing/database';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeScratchBuild, type ScratchBuild } from '../scratch-build.ts';
import { chooseSize } from './messages.ts';
import { runMessages } from './run.ts';

/* Short versions of the campaign; each uses the database on which the tests run. */

let build: ScratchBuild;

beforeAll(async () => {
  build = await makeScratchBuild();
});
afterAll(() => build.remove());

test('whatever happens to appointments, providers and the server, everyone is told what is true, and once @messages.at-least-once', async () => {
  const seed = 20_260_303;
  const { problems, stats } = await runMessages({
    main: build.main,
    database: await makeDatabase(),
    seed,
    size: chooseSize(40),
  });
  expect(problems, `seed ${seed}`).toEqual([]);
  // Detects a change that makes the history empty.
  expect(Number(stats['  sent'])).toBeGreaterThan(200);
});

/** Returns an empty database that other processes can open. */
async function makeDatabase() {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  if (database.url !== undefined) return { kind: 'postgres', url: database.url } as const;
  const folder = await mkdtemp(join(tmpdir(), 'curbwrench-messages-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { kind: 'embedded', folder: join(folder, 'database') } as const;
}
