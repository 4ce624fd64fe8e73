import { runForExitCode } from './command-line.ts';
import { contest, isFair, type ContestResult } from './contest.ts';
import { createEmbedded, createOnPostgres, type BenchDatabase } from './databases.ts';
import { readMaterial } from './free-slots.ts';
import { measureReads, type Sample } from './measure.ts';
import { measureMovement, type MovementResult } from './movement.ts';
import { readOptions, type BenchOptions } from './options.ts';
import { findPostgres } from './postgres-server.ts';
import { LoadGenerator, startApplication, startFloor, type ServerProcess } from './processes.ts';
import { comparisonTable, contestTable, movementTable, type Comparison } from './report.ts';
import { floorRead, readCalls, readRequests } from './requests.ts';
import { signInAsAdvisor } from './sign-in.ts';
import { measureWrites, type WriteTarget } from './writes.ts';

/*
 * `npm run bench`: see README.md in this folder. Exits with an error if contested booking violates a guarantee
 * or an option is invalid, never because of a time.
 */

/** Functions to call at the end, the latest first. */
const cleanUps: (() => Promise<unknown>)[] = [];
const contests: (ContestResult & { place: string })[] = [];

process.exitCode = await runForExitCode(async () => {
  const options = readOptions(process.argv.slice(2));
  try {
    return await main(options);
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  }
});

/** Returns whether every contested booking was fair. */
async function main({ parts, large, pace }: BenchOptions): Promise<boolean> {
  const server = parts.length === 1 && parts.includes('embedded') ? null : await findPostgres();
  if (server) cleanUps.push(() => server.stop());
  else if (parts.includes('postgres')) {
    console.log('No PostgreSQL found: set BENCH_DATABASE_URL, or install its Debian package.');
  }

  if (server && parts.includes('postgres')) {
    const sizes = large === '1e3' ? ['1e3'] : ['1e3', large];
    const databases = await mapInSequence(sizes, async (size) => {
      console.log(`Creating ${size} appointments on PostgreSQL ...`);
      const database = dropAtEnd(await createOnPostgres(server.url, Number(size)));
      return { size, app: database, floor: database };
    });
    console.log(`\nPostgreSQL\n\n${comparisonTable(await compare(databases, pace), '1e3')}\n`);
  }
  if (parts.includes('embedded')) {
    console.log('Creating 1e3 appointments in the embedded database ...');
    const pair = {
      size: '1e3',
      app: dropAtEnd(await createEmbedded(1000)),
      // Only one process may have a folder open, so the floor has its own.
      floor: dropAtEnd(await createEmbedded(1000)),
    };
    console.log(`\nEmbedded\n\n${comparisonTable(await compare([pair], pace), '1e3')}\n`);
  }
  if (parts.includes('contest')) {
    if (server) await runContest('PostgreSQL', await createOnPostgres(server.url, 1000));
    await runContest('embedded', await createEmbedded(1000));
    console.log(`\nContested booking\n\n${contestTable(contests)}\n`);
  }
  if (parts.includes('movement')) {
    const results = [];
    if (server) {
      results.push(await runMovement('PostgreSQL', await createOnPostgres(server.url, 1000), pace));
    }
    results.push(await runMovement('embedded', await createEmbedded(1000), pace));
    console.log(`\nSlots while 400 vans move\n\n${movementTable(results)}\n`);
  }
  return contests.every(isFair);
}

async function runMovement(
  place: string,
  database: BenchDatabase,
  pace: BenchOptions['pace'],
): Promise<MovementResult & { place: string }> {
  console.log(`Moving vans: ${place} ...`);
  return { place, ...(await measureMovement(dropAtEnd(database), pace)) };
}

async function runContest(place: string, database: BenchDatabase): Promise<void> {
  console.log(`Contesting slots: ${place} ...`);
  contests.push(...(await contest(dropAtEnd(database))).map((result) => ({ place, ...result })));
}

interface Pair {
  readonly size: string;
  readonly app: BenchDatabase;
  readonly floor: BenchDatabase;
}

/** Measures every call at every size against its floor, alternating between all of them. */
async function compare(pairs: readonly Pair[], pace: BenchOptions['pace']): Promise<Comparison[]> {
  const load = new LoadGenerator();
  cleanUps.push(() => load.stop());
  const targets = await mapInSequence(pairs, startPair);
  const comparisons: Comparison[] = [];
  for (const call of readCalls) {
    console.log(`Measuring ${call} ...`);
    const subjects = targets.flatMap(({ size, appPort, floorPort, material, cookie }) => [
      { name: `${size} floor`, port: floorPort, requests: floorRead },
      { name: size, port: appPort, requests: readRequests(call, material, cookie) },
    ]);
    const samples = await measureReads(load, subjects, pace);
    comparisons.push(...targets.map(({ size }) => toComparison(call, size, samples, '')));
  }
  console.log('Measuring booking and assigning ...');
  const samples = await measureWrites(load, targets, pace);
  for (const call of ['book', 'assign']) {
    comparisons.push(...targets.map(({ size }) => toComparison(call, size, samples, `${call} `)));
  }
  await load.stop();
  return comparisons;
}

function toComparison(
  call: string,
  size: string,
  samples: ReadonlyMap<string, Sample[]>,
  prefix: string,
): Comparison {
  return {
    call,
    size,
    ours: samples.get(`${prefix}${size}`) ?? [],
    floor: samples.get(`${prefix}${size} floor`) ?? [],
  };
}

async function startPair({ size, app, floor }: Pair): Promise<WriteTarget> {
  const material = await readMaterial(app);
  const application = stopAtEnd(await startApplication(app.place));
  const floorServer = stopAtEnd(await startFloor(floor.place));
  const cookie = await signInAsAdvisor(application.port);
  return {
    size,
    appPort: application.port,
    floorPort: floorServer.port,
    material,
    cookie,
  };
}

function dropAtEnd(database: BenchDatabase): BenchDatabase {
  cleanUps.push(() => database.drop());
  return database;
}

function stopAtEnd(server: ServerProcess): ServerProcess {
  cleanUps.push(() => server.stop());
  return server;
}

async function mapInSequence<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
