import { readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { BackupError } from './backup-error.ts';
import { FileExistsError, throwIfExists } from './write-archive.ts';

/** Matches the file names of finished backups. */
const backupPattern = /^curbwrench-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d+)?\.tar\.gz$/;
/** Matches the file names of unfinished backups, which an interruption leaves behind. */
const unfinishedPattern = /^curbwrench-\d{4}-\d\d-\d\dT[-\dZ]+\.tar\.gz(\.database)?\.unfinished$/;

/** An unfinished backup counts as interrupted if its last write was longer ago than this. */
const unfinishedHours = 24;

/**
 * Calls `write` with the file to write and returns that file: `target` itself or, if `target` is a folder, a file
 * in it that is named after the current time. Throws a BackupError if the file would be in the data folder.
 */
export async function writeBackupFile(
  target: string,
  dataFolder: string,
  now: Date,
  write: (file: string) => Promise<void>,
): Promise<string> {
  if (!(await isFolder(target))) {
    await throwIfUnsuitableFolder(dirname(resolve(target)), dataFolder);
    throwIfExists(target);
    await write(resolve(target));
    return resolve(target);
  }
  await throwIfUnsuitableFolder(target, dataFolder);
  const time = now.toISOString().replaceAll(':', '-').replace(/\.\d+/, '');
  for (let number = 1; ; number += 1) {
    const name = `curbwrench-${time}${number === 1 ? '' : `-${number}`}.tar.gz`;
    const file = join(resolve(target), name);
    try {
      await write(file);
      return file;
    } catch (error) {
      // Another backup was made in the same second.
      if (!(error instanceof FileExistsError)) throw error;
    }
  }
}

async function throwIfUnsuitableFolder(folder: string, dataFolder: string): Promise<void> {
  if (!(await isFolder(folder))) throw new BackupError(`There is no folder ${folder}.`);
  const data = await realpath(dataFolder).catch(() => null);
  if (data === null || !`${await realpath(folder)}${sep}`.startsWith(`${data}${sep}`)) return;
  throw new BackupError(
    `${folder} is in the data folder; if that is lost, so is the backup. Write the backup somewhere else.`,
  );
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Deletes all but the newest `keep` backups in the folder of `file`, and the files of interrupted backups there. */
export async function removeOldBackups(file: string, keep: number, now: Date): Promise<void> {
  const folder = dirname(file);
  const names = (await readdir(folder)).toSorted();
  const backups = names.filter((name) => backupPattern.test(name) && name !== basename(file));
  const oldBackups = backups.slice(0, Math.max(0, backups.length - (keep - 1)));
  for (const name of oldBackups) await rm(join(folder, name));
  for (const name of names.filter((each) => unfinishedPattern.test(each))) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (now.getTime() - mtimeMs > unfinishedHours * 3_600_000) await rm(path);
  }
}
