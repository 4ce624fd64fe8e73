import type { DatabaseLocation } from '../../bench/processes.ts';
import type { Campaign, CampaignOptions } from '../options.ts';
import { onEachDatabase } from '../databases.ts';
import { makeScratchBuild } from '../scratch-build.ts';
import type { FaultOptions, FaultResult } from './fault-run.ts';
import { printReport } from '../report.ts';
import { runKills } from './kill.ts';
import { runNetworkFaults } from './network.ts';
import { startTemporaryPostgres, type TemporaryPostgres } from './temporary-postgres.ts';
import { runPostgresStops } from './stop-postgres.ts';
import { runTerminations } from './terminate.ts';

/** A fault: the kinds of databases on which it is tested, the default number of rounds, and how it is injected. */
interface Fault {
  readonly name: string;
  readonly databaseKinds: readonly DatabaseLocation['kind'][];
  readonly rounds: number;
  /** Runs the campaign on an empty database of this kind. Returns whether every guarantee held. */
  readonly withDatabase: (
    kind: DatabaseLocation['kind'],
    options: CampaignOptions,
    run: (location: DatabaseLocation, cluster: TemporaryPostgres | null) => Promise<boolean>,
  ) => Promise<boolean>;
  readonly run: (
    location: DatabaseLocation,
    options: FaultOptions,
    cluster: TemporaryPostgres | null,
  ) => Promise<FaultResult>;
}

const onEmptyDatabase: Fault['withDatabase'] = (kind, options, run) =>
  onEachDatabase(options, (location) => run(location, null), kind);

/** The campaign that kills the server. */
export const kill = toCampaign({
  name: 'kill',
  databaseKinds: ['postgres', 'embedded'],
  rounds: 50,
  withDatabase: onEmptyDatabase,
  run: runKills,
});

/** The campaign that sends SIGTERM to the server. */
export const terminate = toCampaign({
  name: 'terminate',
  databaseKinds: ['postgres', 'embedded'],
  rounds: 50,
  withDatabase: onEmptyDatabase,
  run: runTerminations,
});

/** The campaign that breaks connections to the database and to clients. */
export const network = toCampaign({
  name: 'network',
  databaseKinds: ['postgres', 'embedded'],
  rounds: 16,
  withDatabase: onEmptyDatabase,
  run: runNetworkFaults,
});

/** The campaign that stops PostgreSQL. It always starts a temporary server, since it must not stop any other. */
export const stopPostgres = toCampaign({
  name: 'stop-postgres',
  databaseKinds: ['postgres'],
  rounds: 25,
  async withDatabase(_kind, _options, run) {
    const cluster = await startTemporaryPostgres();
    if (!cluster) throw new Error('PostgreSQL not found. Install the Debian package.');
    try {
      return await run({ kind: 'postgres', url: cluster.url }, cluster);
    } finally {
      await cluster.remove();
    }
  },
  run: (_location, options, cluster) => {
    if (!cluster) throw new Error('This campaign needs a temporary PostgreSQL server.');
    return runPostgresStops(cluster, options);
  },
});

function toCampaign(fault: Fault): Campaign {
  return async (options) => {
    let allPassed = true;
    for (const kind of fault.databaseKinds) {
      allPassed = (await runFault(fault, kind, options)) && allPassed;
    }
    return allPassed;
  };
}

async function runFault(
  fault: Fault,
  kind: DatabaseLocation['kind'],
  options: CampaignOptions,
): Promise<boolean> {
  const build = await makeScratchBuild();
  const rounds = options.runs ?? fault.rounds;
  const faultOptions: FaultOptions = {
    build,
    rounds,
    clients: 8,
    size: { mechanics: 30, accounts: 400 },
    workMs: 700,
    inspectAfterEach: true,
    onRound: (round, acknowledged) => {
      process.stdout.write(`\r  round ${round} of ${rounds}, ${acknowledged} acknowledged `);
    },
  };
  try {
    return await fault.withDatabase(kind, options, async (location, cluster) => {
      const { stats, problems } = await fault.run(location, faultOptions, cluster);
      return printReport(`${fault.name}, ${location.kind}`, stats, problems);
    });
  } finally {
    await build.remove();
  }
}
