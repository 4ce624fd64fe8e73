import { parseArgs } from 'node:util';
import { ConfigError, readConfigWithoutSecret, type Config } from './config.ts';
import { openDatabase, type Store } from './database/connection/store.ts';
import { migrate } from './database/migrator.ts';
import { generateBenchmarkData } from './demo/generate-benchmark-data.ts';
import { systemClock } from './application/clock.ts';

/*
 * `npm run generate -- --size 1e6`: fills an empty database with generated appointments for benchmarks and trials. Uses
 * the database at DATABASE_URL or, without it, the embedded database in DATA_DIR.
 */

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const appointments = parseSize(process.argv.slice(2));
  // No session is opened here, so the session secret is not needed.
  // oxlint-disable-next-line node/no-process-env -- a process's entry point, like main.ts
  const config = readConfigWithoutSecret(process.env);
  const store = await open(config);
  try {
    await migrate(store.kysely);
    const started = performance.now();
    await generateBenchmarkData(
      store,
      {
        appointments,
        now: systemClock.now(),
        timeZone: config.business.timeZone,
        cityCenter: config.business.cityCenter,
        cancellationCutoffHours: config.business.cancellationCutoffHours,
      },
      (created) => process.stdout.write(`\r${created.toLocaleString('en-US')} appointments`),
    );
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stdout.write(`\nDone in ${seconds} s.\n`);
  } finally {
    await store.close();
  }
}

function parseSize(argv: string[]): number {
  const { values } = parseArgs({ args: argv, options: { size: { type: 'string' } } });
  const size = Number(values.size ?? Number.NaN);
  if (!Number.isInteger(size) || size < 1 || size > 10_000_000) {
    throw new ConfigError('Please specify the number of appointments, from 1 to 1e7: --size 1e6');
  }
  return size;
}

function open(config: Config): Promise<Store> {
  return openDatabase(
    config.databaseUrl === null
      ? { kind: 'embedded', folder: `${config.dataFolder}/database` }
      : { kind: 'postgres', url: config.migrationUrl ?? config.databaseUrl, poolSize: 2 },
  );
}
