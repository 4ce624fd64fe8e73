import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findPostgresBinDirectory } from '../../bench/postgres-programs.ts';
import type { DatabaseLocation } from '../../bench/processes.ts';
import { makeScratchBuild, type ScratchBuild } from '../scratch-build.ts';
import type { FaultOptions } from './fault-run.ts';
import { runKills } from './kill.ts';
import { runNetworkFaults } from './network.ts';
import { startTemporaryPostgres, type TemporaryPostgres } from './temporary-postgres.ts';
import { runPostgresStops } from './stop-postgres.ts';
import { runTerminations } from './terminate.ts';

/*
 * Short versions of the fault campaigns: few rounds with few clients. The tests on PostgreSQL stop its server,
 * so they start a temporary one; if its programs are not installed, the totals of `npm test` list these tests as
 * not run.
 */

declare module 'vitest' {
  interface TaskMeta {
    /** Which of a file's tests could not run on this machine and why, for the totals of `npm test`. */
    notRun?: string;
  }
}

let build: ScratchBuild;

beforeAll(async () => {
  build = await makeScratchBuild();
});
afterAll(() => build.remove());

function shortOptions(rounds: number): FaultOptions {
  const size = { mechanics: 4, accounts: 24 };
  return {
    build,
    rounds,
    clients: 4,
    size,
    workMs: 250,
    inspectAfterEach: false,
    onRound: () => {},
  };
}

async function emptyFolder(): Promise<DatabaseLocation> {
  const folder = await mkdtemp(join(tmpdir(), 'curbwrench-faults-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { kind: 'embedded', folder };
}

describe('on the embedded database', () => {
  test('kill -9 and power failures neither lose nor duplicate a booking', async () => {
    const { problems } = await runKills(await emptyFolder(), shortOptions(2));
    expect(problems).toEqual([]);
  });

  test('a power failure reveals a disk that ignores fsync', async () => {
    const { problems } = await runKills(await emptyFolder(), {
      ...shortOptions(1),
      disk: 'ignores syncs',
    });
    expect(problems).not.toEqual([]);
  });

  test('SIGTERM causes no failed request and no gap in an event stream', async () => {
    const { problems } = await runTerminations(await emptyFolder(), shortOptions(2));
    expect(problems).toEqual([]);
  });

  test('clients that disconnect neither lose nor duplicate a booking', async () => {
    const { problems } = await runNetworkFaults(await emptyFolder(), shortOptions(1));
    expect(problems).toEqual([]);
  });
});

const onPostgres = findPostgresBinDirectory() === null ? () => {} : describe;
if (findPostgresBinDirectory() === null) {
  // oxlint-disable-next-line no-empty-pattern -- it tells vitest that no fixture is used
  beforeAll(({}, { meta }) => {
    meta.notRun = 'PostgreSQL fault-injection tests, because /usr/lib/postgresql has no initdb';
  });
}

onPostgres('on PostgreSQL', () => {
  let cluster: TemporaryPostgres;

  beforeAll(async () => {
    const created = await startTemporaryPostgres();
    if (!created) throw new Error('PostgreSQL could not be started.');
    cluster = created;
  });
  afterAll(() => cluster.remove());

  async function emptyDatabase(): Promise<DatabaseLocation> {
    return { kind: 'postgres', url: await cluster.createDatabase() };
  }

  test('kill -9 neither loses nor duplicates a booking', async () => {
    const { problems } = await runKills(await emptyDatabase(), shortOptions(2));
    expect(problems).toEqual([]);
  });

  test('bookings and live events recover after PostgreSQL stops abruptly', async () => {
    const { problems } = await runPostgresStops(cluster, shortOptions(2));
    expect(problems).toEqual([]);
  });

  test('dropped and refused connections neither lose nor duplicate a booking', async () => {
    const { problems } = await runNetworkFaults(await emptyDatabase(), shortOptions(2));
    expect(problems).toEqual([]);
  });

  test('a handover to another server causes no failed request and no gap in an event stream', async () => {
    const { problems } = await runTerminations(await emptyDatabase(), shortOptions(2));
    expect(problems).toEqual([]);
  });
});
