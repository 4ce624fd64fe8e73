import { randomBytes } from 'node:crypto';
import { migrate } from '@curbwrench/server/database/migrator';
import type { DatabaseLocation } from '../../bench/processes.ts';
import { printReport, summarizeTimes } from '../report.ts';
import { inspect } from '../faults/inspection.ts';
import { onEachDatabase, openDatabaseAt } from '../databases.ts';
import type { CampaignOptions } from '../options.ts';
import { makeScratchBuild } from '../scratch-build.ts';
import { localTimeAt } from '../time/wall-clock.ts';
import { RaceSetup } from './race-setup.ts';
import type { RaceResponse, Race } from './race.ts';
import { races } from './races.ts';
import { runRace } from './run-race.ts';
import { countDeadlocks, startServers, findMorningTimeZone } from './servers.ts';
import {
  isAccepted,
  findResponseProblems,
  findDatabaseProblems,
  findRowProblems,
} from './race-checks.ts';

const defaultRounds = 6;

/**
 * Has 2, then 16, then 64 clients make conflicting changes at the same time over HTTP. On PostgreSQL, they do so with
 * one server process and then with two. No mechanic is double-booked, every response has a declared status, accepted
 * changes exist, refused requests have changed nothing, as many are accepted as the rules allow, and the database never
 * has to break a deadlock.
 */
export async function contention(options: CampaignOptions): Promise<boolean> {
  return onEachDatabase(options, async (location) => {
    const passedOnOneProcess = await runOn(location, 1, options);
    // Only one process can open the embedded database.
    return location.kind === 'postgres'
      ? (await runOn(location, 2, options)) && passedOnOneProcess
      : passedOnOneProcess;
  });
}

interface FinishedRace {
  readonly race: Race;
  readonly responses: readonly (RaceResponse | null)[];
}

async function runOn(
  location: DatabaseLocation,
  processes: number,
  options: CampaignOptions,
): Promise<boolean> {
  const build = await makeScratchBuild();
  const authSecret = randomBytes(24).toString('hex');
  const zone = findMorningTimeZone();
  let allPassed = true;
  try {
    for (const clients of options.clients) {
      const preparedRaces = await prepare(location, clients, options.runs ?? defaultRounds, {
        authSecret,
        today: localTimeAt(Date.now(), zone).date,
        migrations: build.migrations,
      });
      const deadlocksBefore = await countDeadlocks(location);
      const servers = await startServers(processes, {
        main: build.main,
        location,
        authSecret,
        zone,
      });
      const finishedRaces: FinishedRace[] = [];
      const started = performance.now();
      for (const race of preparedRaces) {
        finishedRaces.push({ race, responses: await runRace(race, servers) });
      }
      const seconds = (performance.now() - started) / 1000;
      const loggedErrors = await servers.stop();
      const title = formatTitle(location, processes, clients);
      allPassed =
        (await reportResult(title, location, finishedRaces, {
          seconds,
          deadlocksBefore,
          loggedErrors,
        })) && allPassed;
    }
  } finally {
    await build.remove();
  }
  return allPassed;
}

async function prepare(
  location: DatabaseLocation,
  clients: number,
  rounds: number,
  context: { readonly authSecret: string; readonly today: string; readonly migrations: URL },
): Promise<Race[]> {
  const store = await openDatabaseAt(location);
  try {
    await migrate(store.kysely, context.migrations);
    const setup = new RaceSetup({ store, authSecret: context.authSecret }, context.today);
    const preparedRaces: Race[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const make of races) preparedRaces.push(await make(setup, clients));
    }
    return preparedRaces;
  } finally {
    await store.close();
  }
}

async function reportResult(
  title: string,
  location: DatabaseLocation,
  finishedRaces: readonly FinishedRace[],
  run: {
    readonly seconds: number;
    readonly deadlocksBefore: number;
    readonly loggedErrors: string;
  },
): Promise<boolean> {
  const problems: string[] = [];
  for (const { race, responses } of finishedRaces)
    problems.push(...findResponseProblems(race, responses));
  await inspect(location, async (query) => {
    for (const { race, responses } of finishedRaces) {
      problems.push(...(await findRowProblems(race, responses, query)));
    }
    problems.push(...(await findDatabaseProblems(query)));
  });
  const deadlocks = (await countDeadlocks(location)) - run.deadlocksBefore;
  if (deadlocks > 0) problems.push(`the database broke ${deadlocks} deadlocks`);
  if (run.loggedErrors.trim() !== '') {
    problems.push(`the server logged: ${run.loggedErrors.slice(0, 400)}`);
  }
  const responses = finishedRaces.flatMap((each) => each.responses);
  const received = responses.filter((response) => response !== null);
  const accepted = received.filter(isAccepted).length;
  return printReport(
    title,
    {
      races: finishedRaces.length,
      requests: responses.length,
      accepted,
      refused: received.length - accepted,
      'without a response': responses.length - received.length,
      '5xx': received.filter(({ status }) => status >= 500).length,
      deadlocks,
      'response times': summarizeTimes(received.map(({ ms }) => ms)),
      seconds: run.seconds.toFixed(1),
    },
    problems,
  );
}

function formatTitle(location: DatabaseLocation, processes: number, clients: number) {
  const database = location.kind === 'embedded' ? 'embedded' : `PostgreSQL, ${processes} processes`;
  return `Contention, ${clients} clients, ${database}`;
}
