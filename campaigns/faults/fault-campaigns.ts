import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Place } from '../../bench/processes.ts';
import type { Breakage } from '../broken/breakage.ts';
import { makeScratchBuild } from '../broken/scratch-build.ts';
import type { Campaign, CampaignOptions } from '../options.ts';
import { breakagesOf } from './breakages.ts';
import type { FaultOptions, FaultResult } from './fault-run.ts';
import { report } from './figures.ts';
import { runKills } from './kill.ts';
import { runNetworkFaults } from './network.ts';
import { makeCluster, type PrivateCluster } from './private-cluster.ts';
import { runPostgresStops } from './stop-postgres.ts';
import { runTerminations } from './terminate.ts';

/** The databases of a fault. */
type Kind = 'postgres' | 'embedded';

interface Fault {
  readonly name: string;
  readonly rounds: number;
  readonly kinds: readonly Kind[];
  readonly run: (kind: Kind, options: FaultOptions) => Promise<FaultResult>;
}

const kill: Fault = {
  name: 'kill',
  rounds: 50,
  kinds: ['postgres', 'embedded'],
  run: (kind, options) => onFreshDatabase(kind, (place) => runKills(place, options)),
};

const stopPostgres: Fault = {
  name: 'stop-postgres',
  rounds: 25,
  kinds: ['postgres'],
  run: (_kind, options) => onCluster((cluster) => runPostgresStops(cluster, options)),
};

const network: Fault = {
  name: 'network',
  rounds: 16,
  kinds: ['postgres', 'embedded'],
  run: (kind, options) => onFreshDatabase(kind, (place) => runNetworkFaults(place, options)),
};

const terminate: Fault = {
  name: 'terminate',
  rounds: 50,
  kinds: ['postgres', 'embedded'],
  run: (kind, options) => onFreshDatabase(kind, (place) => runTerminations(place, options)),
};

/** The campaigns of faults, by name. */
export const faultCampaigns: Readonly<Record<string, Campaign>> = Object.fromEntries(
  [kill, stopPostgres, network, terminate].map((fault) => [
    fault.name,
    (options) => runFault(fault, options),
  ]),
);

async function runFault(fault: Fault, options: CampaignOptions): Promise<boolean> {
  const kinds = fault.kinds.filter((kind) =>
    options.embedded ? kind === 'embedded' : options.database === null || kind === 'postgres',
  );
  let kept = true;
  for (const kind of kinds) {
    const broken = breakagesOf(fault.name, kind, options.broken);
    if (options.broken !== null) {
      for (const breakage of broken) kept = (await catches(fault, kind, options, breakage)) && kept;
    } else kept = (await runOnce(fault, kind, options, null)).kept && kept;
  }
  return kept;
}

/** A broken build must break a promise; answers whether it did. */
async function catches(fault: Fault, kind: Kind, options: CampaignOptions, breakage: Breakage) {
  const { kept } = await runOnce(fault, kind, options, breakage);
  console.log(kept ? `  NOT CAUGHT: ${breakage.what}` : `  caught: ${breakage.what}`);
  return !kept;
}

async function runOnce(
  fault: Fault,
  kind: Kind,
  options: CampaignOptions,
  breakage: Breakage | null,
): Promise<{ kept: boolean }> {
  const build = await makeScratchBuild(breakage);
  try {
    const rounds = options.runs ?? fault.rounds;
    const { figures, problems } = await fault.run(kind, {
      main: build.main,
      rounds,
      clients: 8,
      size: { mechanics: 30, accounts: 400 },
      workMs: 700,
      onRound: (round, acknowledged) => {
        process.stdout.write(`\r  round ${round} of ${rounds}, ${acknowledged} acknowledged `);
      },
    });
    process.stdout.write('\r');
    const title = `${fault.name}, ${kind}${breakage ? `, broken on purpose: ${breakage.what}` : ''}`;
    return { kept: report(title, figures, problems) };
  } finally {
    await build.drop();
  }
}

/** A database that is gone afterwards: a cluster of our own, or a folder. */
async function onFreshDatabase<T>(kind: Kind, work: (place: Place) => Promise<T>): Promise<T> {
  if (kind === 'embedded') {
    const folder = await mkdtemp(join(tmpdir(), 'curbwrench-faults-'));
    try {
      return await work({ kind: 'embedded', folder });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return onCluster((cluster) => work({ kind: 'postgres', url: cluster.url }));
}

async function onCluster<T>(work: (cluster: PrivateCluster) => Promise<T>): Promise<T> {
  const cluster = await makeCluster();
  if (!cluster) throw new Error('There is no PostgreSQL on this machine to run on.');
  try {
    return await work(cluster);
  } finally {
    await cluster.drop();
  }
}
