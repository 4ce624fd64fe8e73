import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './backup-error.ts';
import type { ArchiveItem } from './write-archive.ts';

/** The embedded database's folder, inside the data folder. */
export const databaseFolderName = 'database';
/** The folder inside the database's folder that contains PostgreSQL's files. */
export const clusterFolderName = 'cluster';

/** The folder in a backup that contains the data folder's other files. */
export const filesFolderName = 'data';

/** The folder where a restore puts files until all of them are complete. */
export const unfinishedRestoreFolderName = 'restore.unfinished';

/**
 * Returns whether a backup includes the file or folder with this name among the data folder's files. It leaves out an
 * unfinished restore, the database, and databases of older demos; the databases' names all start with `database`.
 */
function belongsInBackup(name: string): boolean {
  return !name.startsWith(databaseFolderName) && name !== unfinishedRestoreFolderName;
}

/** Lists a folder and its contents for an archive. `omittedPaths` are neither files nor folders. */
export async function listFolder(
  folder: string,
  name: string,
  isIncluded: (name: string) => boolean = () => true,
): Promise<{ items: ArchiveItem[]; omittedPaths: string[] }> {
  const items: ArchiveItem[] = [{ name, folder: true }];
  const omittedPaths: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!isIncluded(entry.name)) continue;
    const path = join(folder, entry.name);
    const entryName = `${name}/${entry.name}`;
    if (entry.isFile()) items.push({ name: entryName, file: path });
    else if (entry.isDirectory()) {
      const inside = await listFolder(path, entryName);
      items.push(...inside.items);
      omittedPaths.push(...inside.omittedPaths);
    } else omittedPaths.push(path);
  }
  return { items, omittedPaths };
}

/** Lists the data folder's files other than the database: the session secret, and whatever the owner put there. */
export function listDataFiles(
  dataFolder: string,
): Promise<{ items: ArchiveItem[]; omittedPaths: string[] }> {
  return listFolder(dataFolder, filesFolderName, belongsInBackup);
}

/** Returns whether the data folder contains a database or a business's files. */
export async function containsData(dataFolder: string): Promise<boolean> {
  if (!existsSync(dataFolder)) return false;
  if (existsSync(join(dataFolder, databaseFolderName, clusterFolderName))) return true;
  const names = await readdir(dataFolder);
  return names.some((name) => name !== databaseFolderName && name !== unfinishedRestoreFolderName);
}

/**
 * Throws a BackupError if a restore into this data folder was interrupted. Without this check, starting the server
 * would create an empty business next to the restored files.
 */
export function throwIfRestoreUnfinished(dataFolder: string): void {
  if (!isRestoreUnfinished(dataFolder)) return;
  throw new BackupError(
    `A restore into ${dataFolder} was interrupted. Run the restore again, or delete ${join(dataFolder, unfinishedRestoreFolderName)} to start the server without it.`,
  );
}

/**
 * Returns whether a restore was interrupted. A restore moves the database out of its unfinished folder last, so it is
 * complete when that folder contains neither the database nor the other files.
 */
export function isRestoreUnfinished(dataFolder: string): boolean {
  const folder = join(dataFolder, unfinishedRestoreFolderName);
  return (
    existsSync(join(folder, filesFolderName)) ||
    existsSync(join(folder, databaseFolderName, clusterFolderName))
  );
}

/**
 * Throws a BackupError if a folder belongs to another user, since the server could not write to files that the
 * current user creates there.
 */
export async function throwIfOwnedByAnotherUser(folder: string): Promise<void> {
  const user = process.getuid?.();
  if (user === undefined || !existsSync(folder)) return;
  if ((await stat(folder)).uid === user) return;
  throw new BackupError(
    `${folder} belongs to another user. Run this as the user that the server runs as.`,
  );
}
