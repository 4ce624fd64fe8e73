import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { databaseFolder } from '../../bench/processes.ts';

/**
 * What happens to unsynced writes in a power failure: all are kept, all are lost, or those to a random half of the
 * pages are lost.
 */
export type UnsyncedWrites = 'kept' | 'lost' | 'half lost';

/** What a simulated power failure reverted. */
export interface PowerFailureResult {
  /** How many syncs were recorded since the previous failure. */
  readonly syncCount: number;
  /** How many pages lost unsynced writes. */
  readonly lostPageCount: number;
}

interface WriteEntry {
  readonly ino: number;
  readonly position: number;
  readonly length: number;
  /** The file's size before the write. */
  readonly size: number;
  /** The overwritten bytes, in base64. */
  readonly old: string;
}

type Entry = WriteEntry | { readonly ino: number; readonly synced: true };

const pageSize = 8192;

/**
 * Simulates a disk under the embedded database that loses what was never synced. `kill -9` alone cannot reveal
 * a missing sync, because the operating system still has what was written. So a journal of what each write
 * replaced is stored next to the database folder, and a power failure reverts unsynced writes, page by page.
 *
 * Only the contents of files are reverted. Creating, renaming, truncating and removing a file are assumed to
 * reach the disk immediately, although a journaling file system takes seconds.
 */
export class LossyDisk {
  readonly #cluster: string;
  readonly #journal: string;
  readonly #syncs: 'ignored' | 'recorded';

  /** With `fault`, the disk only claims to sync, so every write counts as unsynced. */
  constructor(location: { readonly folder: string }, fault?: 'ignores syncs') {
    this.#syncs = fault ? 'ignored' : 'recorded';
    this.#cluster = join(databaseFolder(location), 'cluster');
    this.#journal = join(location.folder, 'disk-journal');
  }

  /** The environment variables that make a server record its writes. */
  get env(): Record<string, string> {
    const preload = pathToFileURL(join(process.cwd(), 'campaigns/faults/lossy-disk-preload.mjs'));
    return {
      NODE_OPTIONS: `--import=${preload.href}`,
      LOSSY_DISK_FOLDER: this.#cluster,
      LOSSY_DISK_JOURNAL: this.#journal,
      LOSSY_DISK_SYNCS: this.#syncs,
    };
  }

  /** Simulates a power failure after the server was killed: reverts unsynced writes as requested. */
  simulatePowerFailure(unsyncedWrites: UnsyncedWrites): PowerFailureResult {
    const entries = this.#readJournal();
    rmSync(this.#journal, { force: true });
    const unsynced = new Map<number, WriteEntry[]>();
    for (const entry of entries) {
      if ('synced' in entry) unsynced.delete(entry.ino);
      else if (!unsynced.get(entry.ino)?.push(entry)) unsynced.set(entry.ino, [entry]);
    }
    let lostPageCount = 0;
    if (unsyncedWrites !== 'kept') {
      const paths = pathsByInode(this.#cluster);
      for (const [ino, writes] of unsynced) {
        const path = paths.get(ino);
        if (path !== undefined) lostPageCount += revertWrites(path, writes, unsyncedWrites);
      }
    }
    return { syncCount: entries.filter((entry) => 'synced' in entry).length, lostPageCount };
  }

  /** Returns the complete entries. A kill may have interrupted the last one before its write happened. */
  #readJournal(): Entry[] {
    if (!existsSync(this.#journal)) return [];
    const lines = readFileSync(this.#journal, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Entry);
  }
}

function pathsByInode(folder: string): Map<number, string> {
  const paths = new Map<number, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) paths.set(statSync(path).ino, path);
  }
  return paths;
}

/** Restores lost pages and the file's size to their state at the last sync. Returns how many pages were lost. */
function revertWrites(
  path: string,
  writes: readonly WriteEntry[],
  unsyncedWrites: UnsyncedWrites,
): number {
  /** By page number: whether the page loses its writes. */
  const pageLosses = new Map<number, boolean>();
  const descriptor = openSync(path, 'r+');
  try {
    const { size } = fstatSync(descriptor);
    let end = Math.min(...writes.map((write) => write.size));
    // In reverse order, so that the first write's old bytes are restored last.
    for (const write of writes.toReversed()) {
      const old = Buffer.alloc(write.length);
      Buffer.from(write.old, 'base64').copy(old);
      for (const { page, from, to } of findPages(write)) {
        const isPageLost =
          pageLosses.get(page) ?? (unsyncedWrites === 'lost' || Math.random() < 0.5);
        pageLosses.set(page, isPageLost);
        if (isPageLost) writeSync(descriptor, old, from - write.position, to - from, from);
        else end = Math.max(end, Math.min(size, to));
      }
    }
    ftruncateSync(descriptor, Math.min(size, end));
    return [...pageLosses.values()].filter(Boolean).length;
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the pages that a write touches, each with the range of the file that it wrote there. */
function findPages({ position, length }: WriteEntry) {
  const pages: { page: number; from: number; to: number }[] = [];
  for (let from = position; from < position + length;) {
    const page = Math.floor(from / pageSize);
    const to = Math.min((page + 1) * pageSize, position + length);
    pages.push({ page, from, to });
    from = to;
  }
  return pages;
}
