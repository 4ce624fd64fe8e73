/**
 * Loaded into a server before anything else (`node --import`), and in its threads: records what
 * every write to a file of the database's folder replaces, and every sync, so that a power failure can
 * be simulated afterwards by reverting what was never synced. See lossy-disk.ts.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve, sep } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const {
  LOSSY_DISK_FOLDER: folder,
  LOSSY_DISK_JOURNAL: file,
  LOSSY_DISK_SYNCS: syncs,
} = process.env;
if (folder && file && !isMainThread) recordWrites(resolve(folder) + sep, file);

/**
 * @param {string} within
 * @param {string} journalFile
 */
function recordWrites(within, journalFile) {
  const { openSync, closeSync, writeSync, readSync, fstatSync, fdatasyncSync, fsyncSync } = fs;
  const journal = openSync(journalFile, 'a', 0o600);
  /** @type {Map<number, number>} Open files of the database: descriptor to inode. */
  const watched = new Map();

  /** @param {object} entry */
  const append = (entry) => writeSync(journal, `${JSON.stringify(entry)}\n`);

  fs.openSync = (path, flags, mode) => {
    const descriptor = openSync(path, flags, mode);
    if (resolve(String(path)).startsWith(within)) {
      const { ino } = fstatSync(descriptor);
      watched.set(descriptor, ino);
    }
    return descriptor;
  };

  fs.closeSync = (descriptor) => {
    watched.delete(descriptor);
    closeSync(descriptor);
  };

  fs.writeSync = (descriptor, buffer, offset, length, position) => {
    const ino = watched.get(descriptor);
    if (ino !== undefined) {
      if (typeof position !== 'number') throw new Error('A write without its position.');
      const old = Buffer.alloc(length);
      const read = readBack(descriptor, old, position);
      const { size } = fstatSync(descriptor);
      append({ ino, position, length, size, old: old.toString('base64', 0, read) });
    }
    return writeSync(descriptor, buffer, offset, length, position);
  };

  /** A file may be open for writing only; then it is read through another descriptor. */
  function readBack(descriptor, buffer, position) {
    try {
      return readSync(descriptor, buffer, 0, buffer.length, position);
    } catch {
      const again = openSync(`/proc/self/fd/${descriptor}`, 'r');
      try {
        return readSync(again, buffer, 0, buffer.length, position);
      } finally {
        closeSync(again);
      }
    }
  }

  for (const [name, sync] of Object.entries({ fdatasyncSync, fsyncSync })) {
    fs[name] = (descriptor) => {
      sync(descriptor);
      const ino = watched.get(descriptor);
      if (ino !== undefined && syncs !== 'ignored') append({ ino, synced: true });
    };
  }
  syncBuiltinESMExports();
}
