import {
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DurableNodeFS } from './durable-node-fs.ts';

const extensions = { btree_gist, pg_trgm };

const settings = ['-c', 'DateStyle=ISO, YMD', '-c', 'TimeZone=UTC', '-c', 'jit=off'];

const inMemory = [...PGlite.defaultStartParams, ...settings];

/** What is only in memory needs no write-ahead log to recover by: files of 1 MB instead of 16. */
const smallLog = ['--wal-segsize=1'];

/** Without -F, which would switch fsync off. See DurableNodeFS for the method. */
const durable = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'synchronous_commit=on',
  '-c',
  'wal_sync_method=fsync',
  ...settings,
];

/** Starts a database that is gone with the process; from a dumped data directory, if given. */
export async function startInMemory(dump: Uint8Array | undefined): Promise<PGlite> {
  const origin =
    dump === undefined
      ? { initDbStartParams: smallLog }
      : { loadDataDir: new Blob([new Uint8Array(dump)]) };
  return PGlite.create({ extensions, startParams: inMemory, ...origin });
}

/** Starts the database kept in `folder`, and makes it first if there is none. */
export async function startInFolder(folder: string): Promise<PGlite> {
  const cluster = join(folder, 'cluster');
  if (!existsSync(cluster)) await makeCluster(folder, cluster);
  return startCluster(cluster);
}

/**
 * Made beside its place and moved there when it is whole and on disk: a process killed in
 * the middle leaves nothing that the next one would take for a database.
 */
async function makeCluster(folder: string, cluster: string): Promise<void> {
  const unfinished = join(folder, 'cluster.unfinished');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  await (await startCluster(unfinished)).close();
  syncTree(unfinished);
  renameSync(unfinished, cluster);
  syncPath(folder);
}

function startCluster(cluster: string): Promise<PGlite> {
  return PGlite.create({ extensions, startParams: durable, fs: new DurableNodeFS(cluster) });
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else syncPath(path);
  }
  syncPath(folder);
}

function syncPath(path: string): void {
  // Windows can't open a folder; its file system keeps the order of such changes by itself.
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
