import { runForExitCode } from './command-line.ts';
import { guaranteesHold, measureContention, type ContentionResult } from './contention.ts';
import { createEmbedded, createOnPostgres, type BenchDatabase } from './databases.ts';
import { readBookingInputs } from './free-slots.ts';
import { measureReads, type Sample, type Subject } from './measure.ts';
import { measureMovement, type MovementResult } from './movement.ts';
import { readOptions, type BenchOptions } from './options.ts';
import { findPostgres } from './postgres-server.ts';
import { LoadGenerator, startApplication, startFloor, type ServerProcess } from './processes.ts';
import {
  comparisonTable,
  contentionTable,
  movementTable,
  searchTable,
  type Comparison,
} from './report.ts';
import { floorRead, readEndpoints, readRequests, type ReadEndpoint } from './requests.ts';
import { measureSearch, usesIndexes } from './search.ts';
import { signInAsAdvisor } from './sign-in.ts';
import { addWorkingTime } from './working-time.ts';
import { measureWrites, type WriteTarget } from './writes.ts';

/*
 * `npm run bench`: see README.md in this folder. Exits with an error if contested bookings violate a guarantee, a
 * search reads a large table from beginning to end, or an option is invalid, but never because something was slow.
 */

/** Functions to call at the end, the last one first. */
const cleanUps: (() => Promise<unknown>)[] = [];
const contentionResults: (ContentionResult & { location: string })[] = [];

process.exitCode = await runForExitCode(async () => {
  const options = readOptions(process.argv.slice(2));
  try {
    return await main(options);
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  }
});

/** Returns false if contested booking violated a guarantee, or a search read a large table from beginning to end. */
async function main({ parts, largeSize, sampling }: BenchOptions): Promise<boolean> {
  const server = parts.length === 1 && parts.includes('embedded') ? null : await findPostgres();
  if (server) cleanUps.push(() => server.stop());
  else if (parts.includes('postgres') || parts.includes('search')) {
    console.log('PostgreSQL not found. Set BENCH_DATABASE_URL, or install the Debian package.');
  }

  if (server && parts.includes('postgres')) {
    const sizes = largeSize === '1e3' ? ['1e3'] : ['1e3', largeSize];
    const databases = await mapInSequence(sizes, async (size) => {
      console.log(`Creating ${size} appointments on PostgreSQL ...`);
      const database = dropAtEnd(await createOnPostgres(server.url, Number(size)));
      return { size, app: database, floor: database };
    });
    console.log(`\nPostgreSQL\n\n${comparisonTable(await compare(databases, sampling), '1e3')}\n`);
  }
  if (parts.includes('embedded')) {
    console.log('Creating 1e3 appointments in the embedded database ...');
    const pair = {
      size: '1e3',
      app: dropAtEnd(await createEmbedded(1000)),
      // Only one process may have a folder open, so the floor server has its own.
      floor: dropAtEnd(await createEmbedded(1000)),
    };
    console.log(`\nEmbedded\n\n${comparisonTable(await compare([pair], sampling), '1e3')}\n`);
  }
  if (parts.includes('contention')) {
    if (server) await runContention('PostgreSQL', await createOnPostgres(server.url, 1000));
    await runContention('embedded', await createEmbedded(1000));
    console.log(`\nContested booking\n\n${contentionTable(contentionResults)}\n`);
  }
  if (parts.includes('movement')) {
    const results = [];
    if (server) {
      const database = await createOnPostgres(server.url, 1000);
      results.push(await runMovement('PostgreSQL', database, sampling));
    }
    results.push(await runMovement('embedded', await createEmbedded(1000), sampling));
    console.log(`\nSlots while 400 vans move\n\n${movementTable(results)}\n`);
  }
  let searchesUseIndexes = true;
  if (server && parts.includes('search')) {
    console.log(`Creating ${largeSize} appointments on PostgreSQL ...`);
    const database = dropAtEnd(await createOnPostgres(server.url, Number(largeSize)));
    console.log('Measuring searches ...');
    const results = await measureSearch(database, Number(largeSize), sampling);
    searchesUseIndexes = results.every(usesIndexes);
    console.log(`\nSearch by staff, ${largeSize} appointments\n\n${searchTable(results)}\n`);
  }
  return contentionResults.every(guaranteesHold) && searchesUseIndexes;
}

async function runMovement(
  location: string,
  database: BenchDatabase,
  sampling: BenchOptions['sampling'],
): Promise<MovementResult & { location: string }> {
  console.log(`Moving vans: ${location} ...`);
  return { location, ...(await measureMovement(dropAtEnd(database), sampling)) };
}

async function runContention(location: string, database: BenchDatabase): Promise<void> {
  console.log(`Contesting slots: ${location} ...`);
  const results = await measureContention(dropAtEnd(database));
  contentionResults.push(...results.map((result) => ({ location, ...result })));
}

interface Pair {
  readonly size: string;
  readonly app: BenchDatabase;
  readonly floor: BenchDatabase;
}

/** Measures every endpoint at every size against its floor, alternating between the sizes and their floors. */
async function compare(
  pairs: readonly Pair[],
  sampling: BenchOptions['sampling'],
): Promise<Comparison[]> {
  const load = new LoadGenerator();
  cleanUps.push(() => load.stop());
  const targets = await mapInSequence(pairs, startPair);
  const comparisons: Comparison[] = [];
  for (const endpoint of readEndpoints) {
    console.log(`Measuring ${endpoint} ...`);
    const samples = await measureReads(load, toSubjects(targets, endpoint), sampling);
    comparisons.push(...targets.map(({ size }) => toComparison(endpoint, size, samples, '')));
  }
  console.log('Measuring booking and assigning ...');
  const samples = await measureWrites(load, targets, sampling);
  for (const endpoint of ['book', 'assign']) {
    comparisons.push(
      ...targets.map(({ size }) => toComparison(endpoint, size, samples, `${endpoint} `)),
    );
  }
  // An embedded database can only be changed while no server has it open.
  if (pairs.every(({ app }) => app.location.kind === 'postgres')) {
    console.log('Measuring slots with exceptions to working time ...');
    for (const { app } of pairs) await addWorkingTime(app);
    const slots = await measureReads(load, toSubjects(targets, 'slots'), sampling);
    comparisons.push(
      ...targets.map(({ size }) => toComparison('slots, working time', size, slots, '')),
    );
  }
  await load.stop();
  return comparisons;
}

/** Returns what to measure, in order: for each target, first the floor and then the endpoint. */
function toSubjects(targets: readonly WriteTarget[], endpoint: ReadEndpoint): Subject[] {
  return targets.flatMap(({ size, appPort, floorPort, inputs, cookie }) => [
    { name: `${size} floor`, port: floorPort, requests: floorRead },
    { name: size, port: appPort, requests: readRequests(endpoint, inputs, cookie) },
  ]);
}

function toComparison(
  endpoint: string,
  size: string,
  samples: ReadonlyMap<string, Sample[]>,
  prefix: string,
): Comparison {
  return {
    endpoint,
    size,
    ours: samples.get(`${prefix}${size}`) ?? [],
    floor: samples.get(`${prefix}${size} floor`) ?? [],
  };
}

async function startPair({ size, app, floor }: Pair): Promise<WriteTarget> {
  const inputs = await readBookingInputs(app);
  const application = stopAtEnd(await startApplication(app.location));
  const floorServer = stopAtEnd(await startFloor(floor.location));
  const cookie = await signInAsAdvisor(application.port);
  return {
    size,
    appPort: application.port,
    floorPort: floorServer.port,
    inputs,
    cookie,
  };
}

function dropAtEnd<Database extends BenchDatabase>(database: Database): Database {
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
