import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedSource } from '@curbwrench/server/database/connection/embedded-source';
import { PostgresSource } from '@curbwrench/server/database/connection/postgres-source';
import type { SessionSource } from '@curbwrench/server/database/connection/session';
import { openDatabase, type Store } from '@curbwrench/server/database/connection/store';
import { migrate } from '@curbwrench/server/database/migrator';
import { generateBenchmarkData } from '@curbwrench/server/demo/generate-benchmark-data';
import { databaseFolder, type DatabaseLocation } from './processes.ts';

/** Runs a statement and returns its rows. The row type is the caller's claim; it is not checked. */
export type RunQuery = <T>(text: string, values?: readonly unknown[]) => Promise<T[]>;

/** A generated database of a given size. */
export interface BenchDatabase {
  readonly location: DatabaseLocation;
  /** Runs `work` on a connection from this process. An embedded database must not be open in another process. */
  withConnection<T>(work: (query: RunQuery) => Promise<T>): Promise<T>;
  drop(): Promise<void>;
}

/** A generated database on a PostgreSQL server. */
export type PostgresDatabase = BenchDatabase & {
  readonly location: Extract<DatabaseLocation, { readonly kind: 'postgres' }>;
};

/** The application's default settings. */
const business = {
  timeZone: 'America/Los_Angeles',
  cityCenter: { lat: 37.7749, lng: -122.4194 },
};

let databaseCount = 0;

/** Creates a database on the server with this many past appointments. */
export async function createOnPostgres(
  server: string,
  appointments: number,
): Promise<PostgresDatabase> {
  databaseCount += 1;
  const name = `curbwrench_bench_${process.pid}_${databaseCount}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const location = { kind: 'postgres', url: url.href } as const;
  const database = {
    location,
    withConnection: <T>(work: (query: RunQuery) => Promise<T>) => withConnection(location, work),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
  await fill(location, appointments);
  return database;
}

/** Creates an embedded database in its own folder with this many past appointments. */
export async function createEmbedded(appointments: number): Promise<BenchDatabase> {
  const location: DatabaseLocation = {
    kind: 'embedded',
    folder: await mkdtemp(join(tmpdir(), 'curbwrench-bench-')),
  };
  await fill(location, appointments);
  return {
    location,
    withConnection: (work) => withConnection(location, work),
    drop: () => rm(location.folder, { recursive: true, force: true }),
  };
}

async function fill(location: DatabaseLocation, appointments: number): Promise<void> {
  const store = await openStore(location);
  try {
    await migrate(store.kysely);
    await generateBenchmarkData(store, { ...business, appointments, now: new Date() });
  } finally {
    await store.close();
  }
  await withConnection(location, createBaselineTable);
}

/**
 * Copies the appointments table for the baseline server, the minimal server that the application is compared with. The
 * copy has the same rows, so that its indexes are equally deep, and the same constraints, but no triggers.
 */
async function createBaselineTable(query: RunQuery): Promise<void> {
  await query('create table baseline_appointments (like appointments including all)');
  const columns = await query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = 'appointments'::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
  );
  const names = columns.map(({ name }) => name).join(', ');
  await query('set statement_timeout = 0');
  await query(`insert into baseline_appointments (${names}) select ${names} from appointments`);
  await query(
    `select setval(pg_get_serial_sequence('baseline_appointments', 'id'), max(id)) from baseline_appointments`,
  );
  const foreignKeys = await query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = 'appointments'::regclass and contype = 'f'`,
  );
  for (const { definition } of foreignKeys)
    await query(`alter table baseline_appointments add ${definition}`);
  await query('vacuum analyze baseline_appointments');
}

async function withConnection<T>(
  location: DatabaseLocation,
  work: (query: RunQuery) => Promise<T>,
): Promise<T> {
  const source: SessionSource =
    location.kind === 'postgres'
      ? await PostgresSource.start(location.url, 1)
      : await EmbeddedSource.start({ folder: databaseFolder(location), dump: undefined }, () => {});
  const session = await source.acquire();
  try {
    return await work(
      async <Row>(text: string, values: readonly unknown[] = []) =>
        (await session.query(text, values, false)).rows as Row[],
    );
  } finally {
    source.release(session, false);
    await source.close();
  }
}

function openStore(location: DatabaseLocation): Promise<Store> {
  return location.kind === 'postgres'
    ? openDatabase({ kind: 'postgres', url: location.url, poolSize: 2 })
    : openDatabase({ kind: 'embedded', folder: databaseFolder(location) });
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
