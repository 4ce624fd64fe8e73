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
import { folderOf } from '../../bench/processes.ts';

/** What happens to unsynced writes in a power failure: all kept, all lost, or some at random. */
export type CacheFate = 'kept' | 'lost' | 'half lost';

/** What was reverted. */
export interface CutResult {
  readonly syncs: number;
  /** Pages that were written but not synced, and are lost. */
  readonly pagesLost: number;
}

interface WriteEntry {
  readonly ino: number;
  readonly position: number;
  readonly length: number;
  /** The file's previous size, and its previous bytes, in base64. */
  readonly size: number;
  readonly old: string;
}

type Entry = WriteEntry | { readonly ino: number; readonly synced: true };

const pageSize = 8192;

/**
 * A disk that loses what was never synced, under the embedded database. `kill -9` alone cannot reveal
 * a missing sync, because the operating system still has what was written; so a journal of what each write
 * replaced is stored next to the folder, and a power failure reverts unsynced writes, page by page.
 *
 * Simulated: the bytes of files. Not simulated: names. Creating, renaming, truncating and removing a file are
 * assumed to be on disk at once, as a journaling file system has them within seconds.
 */
export class ForgetfulDisk {
  readonly #cluster: string;
  readonly #journal: string;
  readonly #syncs: 'ignored' | 'noted';

  /** `fault`: a disk that claims to have synced what it has not. */
  constructor(place: { readonly folder: string }, fault?: 'ignores syncs') {
    this.#syncs = fault ? 'ignored' : 'noted';
    this.#cluster = join(folderOf(place), 'cluster');
    this.#journal = join(place.folder, 'disk-journal');
  }

  /** What the server's environment needs, so that its writes are recorded. */
  get env(): Record<string, string> {
    const preload = pathToFileURL(join(process.cwd(), 'campaigns/faults/forgetful-disk.mjs'));
    return {
      NODE_OPTIONS: `--import=${preload.href}`,
      FORGETFUL_FOLDER: this.#cluster,
      FORGETFUL_JOURNAL: this.#journal,
      FORGETFUL_SYNCS: this.#syncs,
    };
  }

  /** After the server was killed: decides what happens to everything not synced. */
  cut(fate: CacheFate): CutResult {
    const entries = this.#readJournal();
    rmSync(this.#journal, { force: true });
    const unsynced = new Map<number, WriteEntry[]>();
    for (const entry of entries) {
      if ('synced' in entry) unsynced.delete(entry.ino);
      else if (!unsynced.get(entry.ino)?.push(entry)) unsynced.set(entry.ino, [entry]);
    }
    let pagesLost = 0;
    if (fate !== 'kept') {
      const paths = pathsByInode(this.#cluster);
      for (const [ino, writes] of unsynced) {
        const path = paths.get(ino);
        if (path !== undefined) pagesLost += takeBack(path, writes, fate);
      }
    }
    return { syncs: entries.filter((entry) => 'synced' in entry).length, pagesLost };
  }

  /** Its last line may be incomplete: the kill interrupted it, and the write after it never happened. */
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

/** Restores lost pages to their content at the last sync, and the file's size where it ends there. */
function takeBack(path: string, writes: readonly WriteEntry[], fate: CacheFate): number {
  const isLost = new Map<number, boolean>();
  const descriptor = openSync(path, 'r+');
  try {
    const { size } = fstatSync(descriptor);
    let end = Math.min(...writes.map((write) => write.size));
    // In reverse order: each write restores what it replaced, down to the first.
    for (const write of writes.toReversed()) {
      const old = Buffer.alloc(write.length);
      Buffer.from(write.old, 'base64').copy(old);
      for (const { page, from, to } of pagesOf(write)) {
        const lost = isLost.get(page) ?? (fate === 'lost' || Math.random() < 0.5);
        isLost.set(page, lost);
        if (lost) writeSync(descriptor, old, from - write.position, to - from, from);
        else end = Math.max(end, Math.min(size, to));
      }
    }
    ftruncateSync(descriptor, Math.min(size, end));
    return [...isLost.values()].filter(Boolean).length;
  } finally {
    closeSync(descriptor);
  }
}

/** The pages that a write touches, each with the range of the file that it wrote there. */
function pagesOf({ position, length }: WriteEntry) {
  const pages: { page: number; from: number; to: number }[] = [];
  for (let from = position; from < position + length;) {
    const page = Math.floor(from / pageSize);
    const to = Math.min((page + 1) * pageSize, position + length);
    pages.push({ page, from, to });
    from = to;
  }
  return pages;
}
