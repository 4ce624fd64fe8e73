/**
 * Loaded before anything else into a server process and its threads (`node --import`). Records every sync, and
 * the bytes that each write to a database file overwrites, so that a power failure can be simulated afterward by
 * reverting the writes that were never synced. See lossy-disk.ts.
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
 * @param {string} folderPrefix the path of the database folder, ending with a separator
 * @param {string} journalFile
 */
function recordWrites(folderPrefix, journalFile) {
  const { openSync, closeSync, writeSync, readSync, fstatSync, fdatasyncSync, fsyncSync } = fs;
  const journal = openSync(journalFile, 'a', 0o600);
  /** @type {Map<number, number>} The inodes of the open database files, by descriptor. */
  const inodes = new Map();

  /** @param {object} entry */
  const append = (entry) => writeSync(journal, `${JSON.stringify(entry)}\n`);

  fs.openSync = (path, flags, mode) => {
    const descriptor = openSync(path, flags, mode);
    if (resolve(String(path)).startsWith(folderPrefix)) {
      const { ino } = fstatSync(descriptor);
      inodes.set(descriptor, ino);
    }
    return descriptor;
  };

  fs.closeSync = (descriptor) => {
    inodes.delete(descriptor);
    closeSync(descriptor);
  };

  fs.writeSync = (descriptor, buffer, offset, length, position) => {
    const ino = inodes.get(descriptor);
    if (ino !== undefined) {
      if (typeof position !== 'number') throw new Error('A write has no position.');
      const old = Buffer.alloc(length);
      const read = readBack(descriptor, old, position);
      const { size } = fstatSync(descriptor);
      append({ ino, position, length, size, old: old.toString('base64', 0, read) });
    }
    return writeSync(descriptor, buffer, offset, length, position);
  };

  /** Reads through another descriptor if the file is open only for writing. */
  function readBack(descriptor, buffer, position) {
    try {
      return readSync(descriptor, buffer, 0, buffer.length, position);
    } catch {
      const readable = openSync(`/proc/self/fd/${descriptor}`, 'r');
      try {
        return readSync(readable, buffer, 0, buffer.length, position);
      } finally {
        closeSync(readable);
      }
    }
  }

  for (const [name, sync] of Object.entries({ fdatasyncSync, fsyncSync })) {
    fs[name] = (descriptor) => {
      sync(descriptor);
      const ino = inodes.get(descriptor);
      if (ino !== undefined && syncs !== 'ignored') append({ ino, synced: true });
    };
  }
  syncBuiltinESMExports();
}
