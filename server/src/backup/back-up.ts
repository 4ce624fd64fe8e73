import { open, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import {
  CopyFailedError,
  requestCopy,
  type AppliedMigration,
  type DatabaseCopy,
} from '../database/connection/copy-requests.ts';
import { openDatabase, type Store } from '../database/connection/store.ts';
import { BackupError } from './backup-error.ts';
import {
  clusterFolderName,
  databaseFolderName,
  filesFolderName,
  listDataFiles,
  listFolder,
  throwIfOwnedByAnotherUser,
} from './data-folder.ts';
import { manifestName, writeManifest, type Manifest } from './manifest.ts';
import { dumpDatabase, requireProgram } from './postgres-programs.ts';
import { openNewFile, unfinishedSuffix, writeArchive, type ArchiveItem } from './write-archive.ts';

/** The name of the archive entry with `pg_dump`'s output. */
export const dumpName = 'database.dump';

/** Where a business's data is stored. */
export interface BackupLocation {
  readonly dataFolder: string;
  /** The URL of PostgreSQL with the role that owns the tables; null for the embedded database. */
  readonly databaseUrl: string | null;
}

/** What a finished backup does not contain. */
export interface BackupReport {
  /** Paths in the data folder that are neither files nor folders. */
  readonly omittedPaths: readonly string[];
  /** Whether the backup contains the secret for sessions and second factors. */
  readonly hasSecret: boolean;
}

/**
 * Writes a backup of the database and the data folder to a new file, even while the server is running. Throws a
 * BackupError or CopyFailedError if that is not possible, and leaves no file in that case.
 */
export async function backUp(
  source: BackupLocation,
  file: string,
  now: Date,
): Promise<BackupReport> {
  return source.databaseUrl === null
    ? backUpEmbedded(source, file, now)
    : backUpPostgres(source.databaseUrl, file, now);
}

async function backUpEmbedded(
  source: BackupLocation,
  file: string,
  now: Date,
): Promise<BackupReport> {
  const { copy, store } = await copyDatabase(join(source.dataFolder, databaseFolderName));
  let isCopyRemoved = false;
  void copy.removed.then(() => (isCopyRemoved = true));
  try {
    const database = await listFolder(copy.folder, `${databaseFolderName}/${clusterFolderName}`);
    const dataFiles = await listDataFiles(source.dataFolder);
    const postgresVersion = await getEngineVersion(copy);
    await writeBackup(file, now, [...dataFiles.items, ...database.items], {
      database: 'embedded',
      postgresVersion,
      migrations: [...copy.migrations],
    }).catch((error: unknown) => {
      throw isCopyRemoved
        ? new CopyFailedError('The server stopped during the backup. Try again.')
        : error;
    });
    const hasSecret = dataFiles.items.some(({ name }) => name === `${filesFolderName}/auth-secret`);
    return { omittedPaths: dataFiles.omittedPaths, hasSecret };
  } finally {
    await copy.remove();
    await store?.close();
  }
}

/** Gets a copy of the database from the server, or opens the database and copies it if no server has it open. */
async function copyDatabase(folder: string): Promise<{ copy: DatabaseCopy; store: Store | null }> {
  if (!existsSync(join(folder, clusterFolderName))) {
    throw new BackupError(`There is no database in ${folder}.`);
  }
  const copy = await requestCopy(folder);
  if (copy) return { copy, store: null };
  await throwIfOwnedByAnotherUser(folder);
  const store = await openDatabase({ kind: 'embedded', folder });
  try {
    const ownCopy = await requestCopy(folder);
    if (!ownCopy) throw new Error('The database was opened, but its folder is not locked.');
    return { copy: ownCopy, store };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function getEngineVersion(copy: DatabaseCopy): Promise<number> {
  const file = await open(join(copy.folder, 'PG_VERSION'), 'r');
  try {
    return Number.parseInt(await file.readFile('utf8'), 10);
  } finally {
    await file.close();
  }
}

/** Backs up only the database: with PostgreSQL, the data folder is not used. */
async function backUpPostgres(url: string, file: string, now: Date): Promise<BackupReport> {
  const store = await openDatabase({ kind: 'postgres', url, poolSize: 2 });
  try {
    const postgresVersion = await getServerVersion(store);
    await requireProgram('pg_dump', postgresVersion);
    const migrations = await readAppliedMigrations(store);
    await withDump(url, file, async (dump) => {
      if ((await readAppliedMigrations(store)).length !== migrations.length) {
        throw new BackupError('The database was upgraded during the backup. Try again.');
      }
      const contents = { database: 'postgres', postgresVersion, migrations } as const;
      await writeBackup(file, now, [{ name: dumpName, file: dump }], contents);
    });
    return { omittedPaths: [], hasSecret: false };
  } finally {
    await store.close();
  }
}

/** Dumps the database into a file next to the backup; deletes that file when `work` is done. */
async function withDump(
  url: string,
  file: string,
  work: (dump: string) => Promise<void>,
): Promise<void> {
  const dump = `${file}.database${unfinishedSuffix}`;
  const handle = await openNewFile(dump);
  try {
    await dumpDatabase(url, handle);
    await work(dump);
  } finally {
    await handle.close();
    await rm(dump, { force: true });
  }
}

/** Returns the server's major version. */
export async function getServerVersion({ kysely }: Store): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int / 10000 as version
  `.execute(kysely);
  return rows[0]?.version ?? 0;
}

async function readAppliedMigrations({ kysely }: Store): Promise<AppliedMigration[]> {
  const { rows: exists } = await sql`
    select where to_regclass('schema_migrations') is not null
  `.execute(kysely);
  if (exists.length === 0) throw new BackupError('The database is still empty.');
  const { rows } = await sql<AppliedMigration>`
    select name, checksum from schema_migrations order by name
  `.execute(kysely);
  return rows;
}

function writeBackup(
  file: string,
  now: Date,
  items: readonly ArchiveItem[],
  contents: Omit<Manifest, 'format' | 'createdAt'>,
): Promise<void> {
  const manifest = writeManifest({ createdAt: now.toISOString(), ...contents });
  return writeArchive(file, [{ name: manifestName, text: manifest }, ...items], now);
}
