import { existsSync } from 'node:fs';
import { access, constants, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inDataFolder } from '../database/connection/data-folder.ts';
import { syncPath, syncTree } from '../database/connection/embedded-engine.ts';
import { lockFolder } from '../database/connection/folder-lock.ts';
import { openDatabase, type Store } from '../database/connection/store.ts';
import { readMigrations, throwIfIncompatible } from '../database/migrator.ts';
import { dumpName, getServerVersion, type BackupLocation } from './back-up.ts';
import { BackupError } from './backup-error.ts';
import {
  clusterFolderName,
  databaseFolderName,
  filesFolderName,
  containsData,
  isRestoreUnfinished,
  throwIfOwnedByAnotherUser,
  unfinishedRestoreFolderName,
} from './data-folder.ts';
import { manifestName, readManifest, type Manifest } from './manifest.ts';
import { requireProgram, restoreDatabase } from './postgres-programs.ts';
import { readArchive } from './read-archive.ts';
import type { TarEntry } from './tar.ts';
import { checksumName } from './write-archive.ts';

/**
 * Restores a backup into an empty database and data folder, completely or not at all. The next start migrates an
 * older backup. Throws a BackupError or MigrationError and changes nothing if the file is damaged, if it is newer than
 * this code, or if the target already contains data. Throws a FolderInUseError if a server is running, and a
 * DataFolderError if the data folder can't be used.
 */
export async function restore(file: string, target: BackupLocation): Promise<Manifest> {
  await throwIfUnreadable(file);
  const manifest = await checkArchive(file);
  throwIfIncompatible(manifest.migrations, await readMigrations());
  if ((manifest.database === 'postgres') !== (target.databaseUrl !== null)) {
    throw new BackupError(
      manifest.database === 'postgres'
        ? 'This backup is from a PostgreSQL database: set DATABASE_URL to an empty one.'
        : 'This backup is from an embedded database: restore it without DATABASE_URL.',
    );
  }
  if (target.databaseUrl === null) await restoreEmbedded(file, target.dataFolder);
  else await restorePostgres(file, target.databaseUrl, manifest);
  return manifest;
}

/** Throws a BackupError unless the path is a readable file. */
async function throwIfUnreadable(file: string): Promise<void> {
  const problem = await access(file, constants.R_OK)
    .then(async () => ((await stat(file)).isFile() ? null : 'is a folder, not a backup file'))
    .catch((error: unknown) => toFileProblem(error));
  if (problem !== null)
    throw new BackupError(`${file} ${problem}. Please specify the file to restore.`);
}

function toFileProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist';
  if (code === 'EACCES' || code === 'EPERM') return "can't be read by this user";
  throw error;
}

/** Reads the entire file, to check it before anything is written, and returns its manifest. */
async function checkArchive(file: string): Promise<Manifest> {
  let manifest = null as Manifest | null;
  await readArchive(file, async (entry, content) => {
    if (manifest === null && entry.name !== manifestName) {
      throw new BackupError('This file is not a Curbwrench backup.');
    }
    throwIfUnsafe(entry.name);
    if (entry.name === manifestName) manifest = readManifest(await readText(content));
  });
  if (manifest === null) throw new BackupError('This file is not a Curbwrench backup.');
  return manifest;
}

/** Throws a BackupError for a path that would lead out of the data folder. */
function throwIfUnsafe(name: string): void {
  const parts = name.replace(/\/$/, '').split('/');
  const isKnownName = [
    manifestName,
    filesFolderName,
    databaseFolderName,
    dumpName,
    checksumName,
  ].includes(parts[0] ?? '');
  if (isKnownName && !parts.some((part) => part === '' || part === '.' || part === '..')) return;
  throw new BackupError(`The file contains an invalid path: ${name}`);
}

async function readText(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function restoreEmbedded(file: string, dataFolder: string): Promise<void> {
  const folder = join(dataFolder, databaseFolderName);
  const unlock = await inDataFolder(dataFolder, async () => {
    await throwIfFolderNotEmpty(dataFolder);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return lockFolder(folder);
  });
  try {
    // Checked again, since a server may have created a database before this process had the lock.
    await throwIfFolderNotEmpty(dataFolder);
    const unfinishedFolder = await extract(file, dataFolder);
    await moveFiles(join(unfinishedFolder, filesFolderName), dataFolder);
    // The database is moved last: this completes the restore.
    await rename(
      join(unfinishedFolder, databaseFolderName, clusterFolderName),
      join(folder, clusterFolderName),
    );
    await rm(unfinishedFolder, { recursive: true });
    syncPath(folder);
    syncPath(dataFolder);
  } finally {
    await unlock();
  }
}

async function throwIfFolderNotEmpty(dataFolder: string): Promise<void> {
  await throwIfOwnedByAnotherUser(dataFolder);
  // After an interrupted restore, the data folder contains files from that restore. They may be replaced, but a
  // database may not.
  const hasData = isRestoreUnfinished(dataFolder)
    ? existsSync(join(dataFolder, databaseFolderName, clusterFolderName))
    : await containsData(dataFolder);
  if (!hasData) return;
  throw new BackupError(
    `${dataFolder} is not empty. A backup can only be restored into an empty folder: move its contents elsewhere, or set DATA_DIR to another folder.`,
  );
}

/** Extracts the archive into a separate folder, and returns that folder. */
async function extract(file: string, dataFolder: string): Promise<string> {
  const unfinishedFolder = join(dataFolder, unfinishedRestoreFolderName);
  await rm(unfinishedFolder, { recursive: true, force: true });
  await mkdir(join(unfinishedFolder, filesFolderName), { recursive: true, mode: 0o700 });
  try {
    await readArchive(file, async (entry, content) => {
      if (entry.name !== manifestName && entry.name !== dumpName) {
        await extractEntry(join(unfinishedFolder, entry.name), entry, content);
      }
    });
  } catch (error) {
    await rm(unfinishedFolder, { recursive: true, force: true });
    throw error;
  }
  syncTree(unfinishedFolder);
  return unfinishedFolder;
}

async function extractEntry(
  path: string,
  entry: TarEntry,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  if (entry.kind === 'folder') {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return;
  }
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of content) await handle.writeFile(chunk);
  } finally {
    await handle.close();
  }
}

/** Moves everything in a folder to another folder, replacing what an interrupted restore left there. */
async function moveFiles(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) {
    await rm(join(to, name), { recursive: true, force: true });
    await rename(join(from, name), join(to, name));
  }
  await rmdir(from);
}

async function restorePostgres(file: string, url: string, manifest: Manifest): Promise<void> {
  const store = await openDatabase({ kind: 'postgres', url, poolSize: 2 });
  try {
    const version = await getServerVersion(store);
    if (version < manifest.postgresVersion) {
      throw new BackupError(
        `This backup is from PostgreSQL ${manifest.postgresVersion}, but the database server is older (version ${version}).`,
      );
    }
    await requireProgram('pg_restore', version);
    await throwIfDatabaseNotEmpty(store);
    await restoreDump(file, url);
    // The planner has no statistics about the new rows yet.
    await sql`analyze`.execute(store.kysely);
  } finally {
    await store.close();
  }
}

async function throwIfDatabaseNotEmpty({ kysely }: Store): Promise<void> {
  const { rows } = await sql`
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    limit 1
  `.execute(kysely);
  if (rows.length === 0) return;
  throw new BackupError(
    'The database in DATABASE_URL is not empty. A backup can only be restored into an empty database: create one, and set DATABASE_URL to it.',
  );
}

async function restoreDump(file: string, url: string): Promise<void> {
  await readArchive(file, async (entry, content) => {
    if (entry.name === dumpName) await restoreDatabase(url, content);
  });
}
