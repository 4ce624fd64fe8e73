import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { syncPath, syncTree } from '../database/connection/embedded-engine.ts';
import { lockFolder } from '../database/connection/folder-lock.ts';
import { openDatabase, type Store } from '../database/connection/store.ts';
import { readMigrations, refuseMismatch } from '../database/migrator.ts';
import { dumpName, getServerVersion, type BackupSource } from './back-up.ts';
import { BackupError } from './backup-error.ts';
import {
  clusterName,
  databaseName,
  filesName,
  isInUse,
  isRestoreUnfinished,
  throwIfOfAnotherUser,
  unfinishedRestoreName,
} from './data-folder.ts';
import { manifestName, readManifest, type Manifest } from './manifest.ts';
import { requireProgram, restoreDatabase } from './postgres-programs.ts';
import { readArchive } from './read-archive.ts';
import type { TarEntry } from './tar.ts';
import { checksumName } from './write-archive.ts';

/**
 * Restores a backup into an empty database and data folder, completely or not at all; the next start brings
 * an older one up to date. Throws a BackupError or MigrationError and changes nothing if the file is damaged
 * or newer than this code, or if there is data already; a FolderInUseError if a server runs.
 */
export async function restore(file: string, target: BackupSource): Promise<Manifest> {
  const manifest = await checkArchive(file);
  refuseMismatch(manifest.migrations, await readMigrations());
  if ((manifest.database === 'postgres') !== (target.databaseUrl !== null)) {
    throw new BackupError(
      manifest.database === 'postgres'
        ? 'This backup is of a PostgreSQL database: set DATABASE_URL to an empty one.'
        : 'This backup is of an embedded database: restore it without DATABASE_URL.',
    );
  }
  if (target.databaseUrl === null) await restoreEmbedded(file, target.dataFolder);
  else await restorePostgres(file, target.databaseUrl, manifest);
  return manifest;
}

/** Reads the whole file before anything is written, and returns what it contains. */
async function checkArchive(file: string): Promise<Manifest> {
  let manifest = null as Manifest | null;
  await readArchive(file, async (entry, content) => {
    if (manifest === null && entry.name !== manifestName) {
      throw new BackupError('This file is not a backup of Curbwrench.');
    }
    throwIfUnsafe(entry.name);
    if (entry.name === manifestName) manifest = readManifest(await readText(content));
  });
  if (manifest === null) throw new BackupError('This file is not a backup of Curbwrench.');
  return manifest;
}

/** Refuses a path that would lead out of the data folder. */
function throwIfUnsafe(name: string): void {
  const parts = name.replace(/\/$/, '').split('/');
  const isKnown = [manifestName, filesName, databaseName, dumpName, checksumName].includes(
    parts[0] ?? '',
  );
  if (isKnown && !parts.some((part) => part === '' || part === '.' || part === '..')) return;
  throw new BackupError(`The file contains a path that no backup contains: ${name}`);
}

async function readText(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function restoreEmbedded(file: string, dataFolder: string): Promise<void> {
  await refuseFilledFolder(dataFolder);
  const folder = join(dataFolder, databaseName);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(folder);
  try {
    // Again, since a server may have run in between.
    await refuseFilledFolder(dataFolder);
    const unfinished = await extract(file, dataFolder);
    await moveFiles(join(unfinished, filesName), dataFolder);
    // Comes last: with it the restore is complete.
    await rename(join(unfinished, databaseName, clusterName), join(folder, clusterName));
    await rm(unfinished, { recursive: true });
    syncPath(folder);
    syncPath(dataFolder);
  } finally {
    await unlock();
  }
}

async function refuseFilledFolder(dataFolder: string): Promise<void> {
  await throwIfOfAnotherUser(dataFolder);
  // After an interrupted restore, what is there comes from the restore, unless the database is there too.
  const isFilled = isRestoreUnfinished(dataFolder)
    ? existsSync(join(dataFolder, databaseName, clusterName))
    : await isInUse(dataFolder);
  if (!isFilled) return;
  throw new BackupError(
    `${dataFolder} is not empty. A backup is restored into an empty folder: move what is there away, or set DATA_DIR to another folder.`,
  );
}

/** Extracts the archive into a folder of its own, and returns that folder. */
async function extract(file: string, dataFolder: string): Promise<string> {
  const unfinished = join(dataFolder, unfinishedRestoreName);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(join(unfinished, filesName), { recursive: true, mode: 0o700 });
  try {
    await readArchive(file, async (entry, content) => {
      if (entry.name !== manifestName && entry.name !== dumpName) {
        await extractEntry(join(unfinished, entry.name), entry, content);
      }
    });
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  syncTree(unfinished);
  return unfinished;
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

/** Moves everything in a folder to another one, over what an interrupted restore left there. */
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
        `This backup is of PostgreSQL ${manifest.postgresVersion}, and the database server is older: ${version}.`,
      );
    }
    await requireProgram('pg_restore', version);
    await refuseFilledDatabase(store);
    await restoreDump(file, url);
    // The planner knows nothing about the new rows yet.
    await sql`analyze`.execute(store.kysely);
  } finally {
    await store.close();
  }
}

async function refuseFilledDatabase({ kysely }: Store): Promise<void> {
  const { rows } = await sql`
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    limit 1
  `.execute(kysely);
  if (rows.length === 0) return;
  throw new BackupError(
    'The database of DATABASE_URL is not empty. A backup is restored into an empty one: create it, and set DATABASE_URL to it.',
  );
}

async function restoreDump(file: string, url: string): Promise<void> {
  await readArchive(file, async (entry, content) => {
    if (entry.name === dumpName) await restoreDatabase(url, content);
  });
}
