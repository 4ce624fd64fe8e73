import type { Place } from '../../bench/processes.ts';
import type { Campaign, CampaignOptions } from '../options.ts';
import { onEachPlace } from '../places.ts';
import { makeScratchBuild } from '../scratch-build.ts';
import type { FaultOptions, FaultResult } from './fault-run.ts';
import { report } from './figures.ts';
import { runKills } from './kill.ts';
import { runNetworkFaults } from './network.ts';
import { makeCluster, type PrivateCluster } from './private-cluster.ts';
import { runPostgresStops } from './stop-postgres.ts';
import { runTerminations } from './terminate.ts';

/** A fault: the databases it applies to, its default number of rounds, and what happens. */
interface Fault {
  readonly name: string;
  readonly kinds: readonly Place['kind'][];
  readonly rounds: number;
  /** Returns whether every guarantee held on a fresh database of a kind. */
  readonly on: (
    kind: Place['kind'],
    options: CampaignOptions,
    run: (place: Place, cluster: PrivateCluster | null) => Promise<boolean>,
  ) => Promise<boolean>;
  readonly run: (
    place: Place,
    options: FaultOptions,
    cluster: PrivateCluster | null,
  ) => Promise<FaultResult>;
}

const onPlaceOf: Fault['on'] = (kind, options, run) =>
  onEachPlace(options, (place) => run(place, null), kind);

/** The server is killed. */
export const kill = campaignOf({
  name: 'kill',
  kinds: ['postgres', 'embedded'],
  rounds: 50,
  on: onPlaceOf,
  run: runKills,
});

/** The server receives SIGTERM. */
export const terminate = campaignOf({
  name: 'terminate',
  kinds: ['postgres', 'embedded'],
  rounds: 50,
  on: onPlaceOf,
  run: runTerminations,
});

/** Networks fail, to the database and to clients. */
export const network = campaignOf({
  name: 'network',
  kinds: ['postgres', 'embedded'],
  rounds: 16,
  on: onPlaceOf,
  run: runNetworkFaults,
});

/** PostgreSQL is stopped: always a temporary server, since others may not be stopped. */
export const stopPostgres = campaignOf({
  name: 'stop-postgres',
  kinds: ['postgres'],
  rounds: 25,
  async on(_kind, _options, run) {
    const cluster = await makeCluster();
    if (!cluster) throw new Error('No PostgreSQL found: install its Debian package.');
    try {
      return await run({ kind: 'postgres', url: cluster.url }, cluster);
    } finally {
      await cluster.drop();
    }
  },
  run: (_place, options, cluster) => {
    if (!cluster) throw new Error('Only a temporary server may be stopped.');
    return runPostgresStops(cluster, options);
  },
});

function campaignOf(fault: Fault): Campaign {
  return async (options) => {
    let all = true;
    for (const kind of fault.kinds) all = (await keeps(fault, kind, options)) && all;
    return all;
  };
}

async function keeps(
  fault: Fault,
  kind: Place['kind'],
  options: CampaignOptions,
): Promise<boolean> {
  const build = await makeScratchBuild();
  const rounds = options.runs ?? fault.rounds;
  const chosen: FaultOptions = {
    build,
    rounds,
    clients: 8,
    size: { mechanics: 30, accounts: 400 },
    workMs: 700,
    lookAfterEach: true,
    onRound: (round, acknowledged) => {
      process.stdout.write(`\r  round ${round} of ${rounds}, ${acknowledged} acknowledged `);
    },
  };
  try {
    return await fault.on(kind, options, async (place, cluster) => {
      const { figures, problems } = await fault.run(place, chosen, cluster);
      return report(`${fault.name}, ${place.kind}`, figures, problems);
    });
  } finally {
    await build.drop();
  }
}
