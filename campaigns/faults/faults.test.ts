import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { DatabaseLocation } from '../../bench/processes.ts';
import { makeScratchBuild, type ScratchBuild } from '../scratch-build.ts';
import type { FaultOptions } from './fault-run.ts';
import { runKills } from './kill.ts';
import { runNetworkFaults } from './network.ts';
import {
  startTemporaryPostgres,
  findPostgresPrograms,
  type TemporaryPostgres,
} from './temporary-postgres.ts';
import { runPostgresStops } from './stop-postgres.ts';
import { runTerminations } from './terminate.ts';

/*
 * The fault campaigns, shortened: few rounds of few clients. On PostgreSQL if its programs
 * are installed, on a temporary server, since it is stopped in every way; otherwise `npm test` lists
 * in its totals that these were not run.
 */

declare module 'vitest' {
  interface TaskMeta {
    /** What a file's tests could not run here and why, for the totals of `npm test`. */
    notRun?: string;
  }
}

let build: ScratchBuild;

beforeAll(async () => {
  build = await makeScratchBuild();
});
afterAll(() => build.drop());

function shortRun(rounds: number): FaultOptions {
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
  test('kill -9 and power failures lose and duplicate no booking', async () => {
    const { problems } = await runKills(await emptyFolder(), shortRun(2));
    expect(problems).toEqual([]);
  });

  test('a power failure reveals a disk that ignores fsync', async () => {
    const { problems } = await runKills(await emptyFolder(), {
      ...shortRun(1),
      disk: 'ignores syncs',
    });
    expect(problems).not.toEqual([]);
  });

  test('SIGTERM fails no request and leaves no gap in an event stream', async () => {
    const { problems } = await runTerminations(await emptyFolder(), shortRun(2));
    expect(problems).toEqual([]);
  });

  test('clients that disconnect lose and duplicate no booking', async () => {
    const { problems } = await runNetworkFaults(await emptyFolder(), shortRun(1));
    expect(problems).toEqual([]);
  });
});

const onPostgres = findPostgresPrograms() === null ? () => {} : describe;
if (findPostgresPrograms() === null) {
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from it that no fixture is used
  beforeAll(({}, { meta }) => {
    meta.notRun = 'the faults on PostgreSQL, because its programs are not in /usr/lib/postgresql';
  });
}

onPostgres('on PostgreSQL', () => {
  let cluster: TemporaryPostgres;

  beforeAll(async () => {
    const created = await startTemporaryPostgres();
    if (!created) throw new Error('PostgreSQL could not be started.');
    cluster = created;
  });
  afterAll(() => cluster.drop());

  async function emptyDatabase(): Promise<DatabaseLocation> {
    return { kind: 'postgres', url: await cluster.newDatabase() };
  }

  test('kill -9 loses and duplicates no booking', async () => {
    const { problems } = await runKills(await emptyDatabase(), shortRun(2));
    expect(problems).toEqual([]);
  });

  test('service is back after an immediate stop of PostgreSQL', async () => {
    const { problems } = await runPostgresStops(cluster, shortRun(2));
    expect(problems).toEqual([]);
  });

  test('dropped and refused connections lose and duplicate no booking', async () => {
    const { problems } = await runNetworkFaults(await emptyDatabase(), shortRun(2));
    expect(problems).toEqual([]);
  });

  test('a handover to another server fails no request and leaves no gap in an event stream', async () => {
    const { problems } = await runTerminations(await emptyDatabase(), shortRun(2));
    expect(problems).toEqual([]);
  });
});
