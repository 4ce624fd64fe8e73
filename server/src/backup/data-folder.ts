import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './backup-error.ts';
import type { ArchiveItem } from './write-archive.ts';

/** The folder of the embedded database in the data folder, and of its files in there. */
export const databaseName = 'database';
export const clusterName = 'cluster';

/** The folder of the data folder's other files in a backup. */
export const filesName = 'data';

/** Where a restore puts files until all are complete. */
export const unfinishedRestoreName = 'restore.unfinished';

/** The names in the data folder that are not the business's own files. A demo that was put aside begins with the first. */
function isOwnFile(name: string): boolean {
  return !name.startsWith(databaseName) && name !== unfinishedRestoreName;
}

/** Lists a folder with what is in it, for an archive. `others` are paths that are neither file nor folder. */
export async function listFolder(
  folder: string,
  name: string,
  isIncluded: (name: string) => boolean = () => true,
): Promise<{ items: ArchiveItem[]; others: string[] }> {
  const items: ArchiveItem[] = [{ name, folder: true }];
  const others: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!isIncluded(entry.name)) continue;
    const path = join(folder, entry.name);
    const entryName = `${name}/${entry.name}`;
    if (entry.isFile()) items.push({ name: entryName, file: path });
    else if (entry.isDirectory()) {
      const inside = await listFolder(path, entryName);
      items.push(...inside.items);
      others.push(...inside.others);
    } else others.push(path);
  }
  return { items, others };
}

/** Lists the files of the data folder beside the database: the sessions' secret, and what the owner put there. */
export function listDataFiles(
  dataFolder: string,
): Promise<{ items: ArchiveItem[]; others: string[] }> {
  return listFolder(dataFolder, filesName, isOwnFile);
}

/** Returns whether the data folder holds a database or files of a business. */
export async function isInUse(dataFolder: string): Promise<boolean> {
  if (!existsSync(dataFolder)) return false;
  if (existsSync(join(dataFolder, databaseName, clusterName))) return true;
  const names = await readdir(dataFolder);
  return names.some((name) => name !== databaseName && name !== unfinishedRestoreName);
}

/**
 * Throws a BackupError if a restore into this data folder was interrupted: a start would otherwise create an
 * empty business beside what was restored.
 */
export function throwIfRestoreUnfinished(dataFolder: string): void {
  if (!isRestoreUnfinished(dataFolder)) return;
  throw new BackupError(
    `A restore into ${dataFolder} was interrupted. Run it again, or delete ${join(dataFolder, unfinishedRestoreName)} to start without it.`,
  );
}

/** The database's files are the last that leave the folder. */
export function isRestoreUnfinished(dataFolder: string): boolean {
  const folder = join(dataFolder, unfinishedRestoreName);
  return existsSync(join(folder, filesName)) || existsSync(join(folder, databaseName, clusterName));
}

/**
 * Throws a BackupError if a folder belongs to another user: files that this one creates there could not be
 * written by the server.
 */
export async function throwIfOfAnotherUser(folder: string): Promise<void> {
  const user = process.getuid?.();
  if (user === undefined || !existsSync(folder)) return;
  if ((await stat(folder)).uid === user) return;
  throw new BackupError(
    `${folder} belongs to another user. Run this as the user that the server runs as.`,
  );
}
