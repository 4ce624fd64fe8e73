import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { sql, type Kysely, type Transaction } from 'kysely';
import { scriptQuery } from './connection/store-dialect.ts';
import { inTransaction } from './connection/transaction.ts';

/** Thrown if the database and the migrations in the code don't match, or if a migration fails; the message says why. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** The first migration of pre-release versions. Only the migrations of later versions exist today. */
const firstPreReleaseMigration = '0001_identity.sql';

/** A migration in the code. */
export interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of the text, in hex. */
  checksum: string;
}

/** The built server reads this source folder too, since the compiler doesn't copy .sql files. */
const migrationsFolder = new URL('../../src/database/migrations/', import.meta.url);

/**
 * Brings the database up to date: applies and records each new `NNNN_name.sql` in order, each in its own transaction.
 * Two processes that start at the same time wait for each other. Returns the names of the applied migrations.
 *
 * Throws MigrationError if an applied file was changed or is missing (the database is newer than
 * the code, or from a pre-release version), if files are out of order, or if a migration fails; the
 * migrations before it stay applied.
 */
export async function migrate<DB>(
  kysely: Kysely<DB>,
  folder = migrationsFolder,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const appliedNames: string[] = [];
  for (;;) {
    const name = await inTransaction(kysely, (trx) => applyNext(trx, migrations));
    if (name === undefined) return appliedNames;
    appliedNames.push(name);
  }
}

/** Returns whether the database was created by a pre-release version, whose migrations no longer exist. */
export async function isPreRelease<DB>(kysely: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('schema_migrations') is not null as exists
  `.execute(kysely);
  if (!rows[0]?.exists) return false;
  const { rows: matches } = await sql`
    select from schema_migrations where name = ${firstPreReleaseMigration}
  `.execute(kysely);
  return matches.length > 0;
}

/** Reads the migrations in a folder, in order. Throws MigrationError for an invalid name or a repeated number. */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  for (const [index, name] of names.entries()) {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) {
      throw new MigrationError(
        `${name} is not a valid migration name: it must be like 0001_name.sql.`,
      );
    }
    const previous = names[index - 1];
    if (previous?.slice(0, 4) === name.slice(0, 4)) {
      throw new MigrationError(`The migrations ${previous} and ${name} have the same number.`);
    }
  }
  return Promise.all(
    names.map(async (name) => {
      // Git may use different line endings on a different system; the checksum ignores them.
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql: text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Applies the first pending migration and returns its name; undefined if there is none. */
async function applyNext<DB>(
  trx: Transaction<DB>,
  migrations: readonly Migration[],
): Promise<string | undefined> {
  await lockMigrations(trx);
  const appliedMigrations = await readApplied(trx);
  throwIfIncompatible(appliedMigrations, migrations);
  const next = migrations[appliedMigrations.length];
  if (next === undefined) return undefined;
  try {
    await trx.executeQuery(scriptQuery(next.sql));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The migration ${next.name} failed: ${reason}`, { cause: error });
  }
  await sql`insert into schema_migrations (name, checksum) values (${next.name}, ${next.checksum})`.execute(
    trx,
  );
  return next.name;
}

async function lockMigrations<DB>(trx: Transaction<DB>): Promise<void> {
  // A migration may take a long time, and so may waiting for another process to migrate.
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local lock_timeout = 0`.execute(trx);
  await sql`select pg_advisory_xact_lock(hashtextextended('curbwrench migrations', 0))`.execute(
    trx,
  );
}

interface MigrationRecord {
  name: string;
  checksum: string;
}

async function readApplied<DB>(trx: Transaction<DB>): Promise<MigrationRecord[]> {
  await trx.executeQuery(
    scriptQuery(`
      create table if not exists schema_migrations (
        name text collate "C" primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`),
  );
  const { rows } = await sql<MigrationRecord>`
    select name, checksum from schema_migrations order by name`.execute(trx);
  return rows;
}

/**
 * Throws a MigrationError if a database with these applied migrations can't be brought up to date by this code's
 * migrations, in particular if the database is newer.
 */
export function throwIfIncompatible(
  appliedMigrations: readonly MigrationRecord[],
  migrations: readonly Migration[],
): void {
  const knownNames = new Set(migrations.map(({ name }) => name));
  for (const [index, { name, checksum }] of appliedMigrations.entries()) {
    if (name === firstPreReleaseMigration) {
      throw new MigrationError(
        'This database was created by a pre-release version of Curbwrench and cannot be upgraded. Start with an empty database (DATABASE_URL or DATA_DIR).',
      );
    }
    if (!knownNames.has(name)) {
      throw new MigrationError(
        `The database is newer than this version of Curbwrench: it has the migration ${name}. Run the newer version.`,
      );
    }
    const expectedMigration = migrations[index];
    if (expectedMigration?.name !== name) {
      throw new MigrationError(
        `The migration ${expectedMigration?.name} comes before ${name}, which the database already has. Give it a higher number.`,
      );
    }
    if (expectedMigration.checksum !== checksum) {
      throw new MigrationError(
        `The migration ${name} was changed after it was applied to this database. Restore it, and put the change in a new migration.`,
      );
    }
  }
}
