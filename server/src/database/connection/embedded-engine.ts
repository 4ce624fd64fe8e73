import {
  constants,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DurableNodeFS } from './durable-node-fs.ts';

const extensions = { btree_gist, pg_trgm };

const settings = ['-c', 'DateStyle=ISO, YMD', '-c', 'TimeZone=UTC', '-c', 'jit=off'];

const inMemoryParams = [...PGlite.defaultStartParams, ...settings];

/** Makes the write-ahead log's segments 1 MB instead of 16 MB, since an in-memory database never recovers from it. */
const smallLogParams = ['--wal-segsize=1'];

/** Omits PGlite's default `-F`, which disables fsync. See DurableNodeFS for the sync method. */
const durableParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'synchronous_commit=on',
  '-c',
  'wal_sync_method=fsync',
  ...settings,
];

/** Starts a database that exists only in memory, loaded from a dumped data directory if one is given. */
export async function startInMemory(dump: Uint8Array | undefined): Promise<PGlite> {
  const initialData =
    dump === undefined
      ? { initDbStartParams: smallLogParams }
      : { loadDataDir: new Blob([new Uint8Array(dump)]) };
  return PGlite.create({ extensions, startParams: inMemoryParams, ...initialData });
}

/** Starts the database in `folder`, creating the database if there is none. */
export async function startInFolder(folder: string): Promise<PGlite> {
  const cluster = join(folder, 'cluster');
  if (!existsSync(cluster)) await createCluster(folder, cluster);
  return startCluster(cluster);
}

/**
 * Copies the files of the database in `folder` into a new folder. No statement may run during the copy. The copied
 * files are like those left by a crash at that time: recovery restores every committed transaction and nothing else.
 * If the file system supports it, the copy shares the original's blocks.
 */
export function copyCluster(folder: string, copy: string): void {
  cpSync(join(folder, 'cluster'), copy, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => basename(path) !== 'postmaster.pid',
  });
}

/**
 * Creates the cluster under a temporary name and renames it after it is complete and flushed to disk, so that a
 * process killed midway leaves nothing that the next process would mistake for a database.
 */
async function createCluster(folder: string, cluster: string): Promise<void> {
  const unfinishedCluster = join(folder, 'cluster.unfinished');
  rmSync(unfinishedCluster, { recursive: true, force: true });
  mkdirSync(unfinishedCluster, { mode: 0o700 });
  await (await startCluster(unfinishedCluster)).close();
  syncTree(unfinishedCluster);
  renameSync(unfinishedCluster, cluster);
  syncPath(folder);
}

function startCluster(cluster: string): Promise<PGlite> {
  return PGlite.create({ extensions, startParams: durableParams, fs: new DurableNodeFS(cluster) });
}

/** Flushes a folder and everything in it to disk (fsync). */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else syncPath(path);
  }
  syncPath(folder);
}

/** Flushes a file, or a folder's directory entries, to disk (fsync). */
export function syncPath(path: string): void {
  // Windows can't open a folder like a file, and its file system journals renames anyway.
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
