import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, testDatabaseKind } from '@curbwrench/testing/database';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeScratchBuild, type ScratchBuild } from '../scratch-build.ts';
import { chooseSize } from './message-faults.ts';
import { runMessages } from './run.ts';

/* A short run of the `message-faults` campaign (a randomized test), on the kind of database that the tests use. */

let build: ScratchBuild;

beforeAll(async () => {
  build = await makeScratchBuild();
});
afterAll(() => build.remove());

test('whatever happens to appointments, providers and the server, everyone gets each message that still applies, and only once @messages.at-least-once', async () => {
  const seed = 20_260_303;
  const { problems, stats } = await runMessages({
    main: build.main,
    database: await createDatabase(),
    seed,
    size: chooseSize(30),
  });
  expect(problems, `seed ${seed}`).toEqual([]);
  // Detects a change that makes the scenario empty.
  expect(stats['attempts']).toBeGreaterThan(200);
});

/** Returns an empty database that another process can open. */
async function createDatabase() {
  if (testDatabaseKind === 'embedded') {
    const folder = await mkdtemp(join(tmpdir(), 'curbwrench-messages-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return { kind: 'embedded', folder: join(folder, 'database') } as const;
  }
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return { kind: 'postgres', url: database.url ?? '' } as const;
}
