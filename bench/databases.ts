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

/** Runs a statement and returns its rows. Their type is not checked. */
export type Rows = <T>(text: string, values?: readonly unknown[]) => Promise<T[]>;

/** A generated database of a given size. */
export interface BenchDatabase {
  readonly place: DatabaseLocation;
  /** Reads or changes it from here. The embedded one must not be in use at that time. */
  inspect<T>(work: (rows: Rows) => Promise<T>): Promise<T>;
  drop(): Promise<void>;
}

/** The application's default settings. */
const business = {
  timeZone: 'America/Los_Angeles',
  cityCentre: { lat: 37.7749, lng: -122.4194 },
};

let createdDatabases = 0;

/** Creates a database on the server with this many past appointments. */
export async function createOnPostgres(
  server: string,
  appointments: number,
): Promise<BenchDatabase> {
  createdDatabases += 1;
  const name = `curbwrench_bench_${process.pid}_${createdDatabases}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const place: DatabaseLocation = { kind: 'postgres', url: url.href };
  const database = {
    place,
    inspect: <T>(work: (rows: Rows) => Promise<T>) => inspect(place, work),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
  await fill(place, appointments);
  return database;
}

/** Creates an embedded database in its own folder with this many past appointments. */
export async function createEmbedded(appointments: number): Promise<BenchDatabase> {
  const place: DatabaseLocation = {
    kind: 'embedded',
    folder: await mkdtemp(join(tmpdir(), 'curbwrench-bench-')),
  };
  await fill(place, appointments);
  return {
    place,
    inspect: (work) => inspect(place, work),
    drop: () => rm(place.folder, { recursive: true, force: true }),
  };
}

async function fill(place: DatabaseLocation, appointments: number): Promise<void> {
  const store = await open(place);
  try {
    await migrate(store.kysely);
    await generateBenchmarkData(store, { ...business, appointments, now: new Date() });
  } finally {
    await store.close();
  }
  await inspect(place, createFloorTable);
}

/**
 * Copies the appointments table for the floor to write to: with its rows, so that its indexes are as deep, and
 * its constraints, but without triggers.
 */
async function createFloorTable(rows: Rows): Promise<void> {
  await rows('create table floor_appointments (like appointments including all)');
  const columns = await rows<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = 'appointments'::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
  );
  const names = columns.map(({ name }) => name).join(', ');
  await rows('set statement_timeout = 0');
  await rows(`insert into floor_appointments (${names}) select ${names} from appointments`);
  await rows(
    `select setval(pg_get_serial_sequence('floor_appointments', 'id'), max(id)) from floor_appointments`,
  );
  const keys = await rows<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = 'appointments'::regclass and contype = 'f'`,
  );
  for (const { definition } of keys) await rows(`alter table floor_appointments add ${definition}`);
  await rows('vacuum analyze floor_appointments');
}

async function inspect<T>(place: DatabaseLocation, work: (rows: Rows) => Promise<T>): Promise<T> {
  const source: SessionSource =
    place.kind === 'postgres'
      ? await PostgresSource.start(place.url, 1)
      : await EmbeddedSource.start({ folder: databaseFolder(place), dump: undefined }, () => {});
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

function open(place: DatabaseLocation): Promise<Store> {
  return place.kind === 'postgres'
    ? openDatabase({ kind: 'postgres', url: place.url, poolSize: 2 })
    : openDatabase({ kind: 'embedded', folder: databaseFolder(place) });
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
