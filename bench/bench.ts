import { runForExitCode } from './command-line.ts';
import { guaranteesHold, measureContention, type ContentionResult } from './contention.ts';
import { createEmbedded, createOnPostgres, type BenchDatabase } from './databases.ts';
import { readBookingInputs } from './free-slots.ts';
import { measureReads, type Sample, type Subject } from './measure.ts';
import { measureMovement, type MovementResult } from './movement.ts';
import { readOptions, type BenchOptions } from './options.ts';
import { findPostgres } from './postgres-server.ts';
import { LoadGenerator, startApplication, startBaseline, type ServerProcess } from './processes.ts';
import {
  comparisonTable,
  contentionTable,
  movementTable,
  searchTable,
  type Comparison,
} from './report.ts';
import { baselineRead, readEndpoints, readRequests, type ReadEndpoint } from './requests.ts';
import { addScheduleExceptions } from './schedule-exceptions.ts';
import { measureSearch, usesIndexes } from './search.ts';
import { signInAsAdvisor } from './sign-in.ts';
import { measureWrites, type WriteTarget } from './writes.ts';

/*
 * `npm run bench`: see README.md in this folder. Exits with an error if concurrent bookings violate a guarantee, a
 * search does a full scan of a large table, or an option is invalid, but never because something was slow.
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

/** Returns false if concurrent bookings violated a guarantee, or a search did a full scan of a large table. */
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
      return { size, app: database, baseline: database };
    });
    console.log(`\nPostgreSQL\n\n${comparisonTable(await compare(databases, sampling), '1e3')}\n`);
  }
  if (parts.includes('embedded')) {
    console.log('Creating 1e3 appointments in the embedded database ...');
    const pair = {
      size: '1e3',
      app: dropAtEnd(await createEmbedded(1000)),
      // Only one process may have a folder open, so the baseline server has its own.
      baseline: dropAtEnd(await createEmbedded(1000)),
    };
    console.log(`\nEmbedded\n\n${comparisonTable(await compare([pair], sampling), '1e3')}\n`);
  }
  if (parts.includes('contention')) {
    if (server) await runContention('PostgreSQL', await createOnPostgres(server.url, 1000));
    await runContention('embedded', await createEmbedded(1000));
    console.log(`\nConcurrent bookings\n\n${contentionTable(contentionResults)}\n`);
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
    console.log(`\nSearches by staff, ${largeSize} appointments\n\n${searchTable(results)}\n`);
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
  console.log(`Booking the same slots concurrently: ${location} ...`);
  const results = await measureContention(dropAtEnd(database));
  contentionResults.push(...results.map((result) => ({ location, ...result })));
}

interface Pair {
  readonly size: string;
  readonly app: BenchDatabase;
  readonly baseline: BenchDatabase;
}

/** Measures every endpoint at every size against its baseline, alternating between the sizes and their baselines. */
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
    console.log('Measuring slots with schedule exceptions ...');
    for (const { app } of pairs) await addScheduleExceptions(app);
    const slots = await measureReads(load, toSubjects(targets, 'slots'), sampling);
    comparisons.push(
      ...targets.map(({ size }) => toComparison('slots, schedule exceptions', size, slots, '')),
    );
  }
  await load.stop();
  return comparisons;
}

/** Returns what to measure, in order: for each target, first the baseline and then the endpoint. */
function toSubjects(targets: readonly WriteTarget[], endpoint: ReadEndpoint): Subject[] {
  return targets.flatMap(({ size, appPort, baselinePort, inputs, cookie }) => [
    { name: `${size} baseline`, port: baselinePort, requests: baselineRead },
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
    baseline: samples.get(`${prefix}${size} baseline`) ?? [],
  };
}

async function startPair({ size, app, baseline }: Pair): Promise<WriteTarget> {
  const inputs = await readBookingInputs(app);
  const application = stopAtEnd(await startApplication(app.location));
  const baselineServer = stopAtEnd(await startBaseline(baseline.location));
  const cookie = await signInAsAdvisor(application.port);
  return {
    size,
    appPort: application.port,
    baselinePort: baselineServer.port,
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
