import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase, type Store } from '@curbwrench/server/database/connection/store';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** A place for the data of one business: a data folder, and an empty database in it or on the test server. */
export interface DataPlace {
  readonly folder: string;
  /** The settings that name it, for a program. */
  readonly environment: Readonly<Record<string, string>>;
  /** Opens the database; dropping the result only closes it. */
  open(): Promise<TestDatabase>;
  remove(): Promise<void>;
}

/** Creates an empty place, on the kind of database that the tests run on, or the given one. */
export async function createDataPlace(kind: Store['kind']): Promise<DataPlace> {
  const parent = await mkdtemp(join(tmpdir(), 'curbwrench-place-'));
  const folder = join(parent, 'data');
  const database = kind === 'postgres' ? await createEmptyDatabase() : null;
  const url = database?.url ?? '';
  return {
    folder,
    environment: {
      DATA_DIR: folder,
      DATABASE_URL: url,
      ...(url && { AUTH_SECRET: 'x'.repeat(32) }),
    },
    async open() {
      const store = await openDatabase(
        url ? { kind: 'postgres', url } : { kind: 'embedded', folder: join(folder, 'database') },
      );
      return { store, ...(url && { url }), drop: () => store.close() };
    },
    async remove() {
      await database?.drop();
      await rm(parent, { recursive: true });
    },
  };
}

async function createEmptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await sql`drop schema public cascade`.execute(database.store.kysely);
  await sql`create schema public`.execute(database.store.kysely);
  return database;
}
