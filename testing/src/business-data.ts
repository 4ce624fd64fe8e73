import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase, type Store } from '@curbwrench/server/database/connection/store';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** The data of one business: a data folder, and an empty database inside it or on the test server. */
export interface BusinessData {
  readonly folder: string;
  /** The environment variables that make a program use this data. */
  readonly environment: Readonly<Record<string, string>>;
  /** Opens the database; dropping the result only closes it. */
  open(): Promise<TestDatabase>;
  remove(): Promise<void>;
}

/** Creates an empty data folder and an empty database of this kind. */
export async function createBusinessData(kind: Store['kind']): Promise<BusinessData> {
  const parent = await mkdtemp(join(tmpdir(), 'curbwrench-data-'));
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
