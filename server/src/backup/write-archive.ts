import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { syncPath } from '../database/connection/embedded-engine.ts';
import { BackupError } from './backup-error.ts';
import { blockSize, encodeTarHeader, getPadding } from './tar.ts';

/** One entry to write to an archive: text, the contents of a file, or an empty folder. */
export type ArchiveItem =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly file: string }
  | { readonly name: string; readonly folder: true };

/** The name of the last entry, which contains the SHA-256 of all bytes of the tar archive before it, in hex. */
export const checksumName = 'sha256';

/** The suffix of a file that is still being written. */
export const unfinishedSuffix = '.unfinished';

/** Thrown if a file with that name exists or is being written. */
export class FileExistsError extends BackupError {}

/**
 * Writes a compressed tar archive that ends with a checksum, to a file that only this user may read. The file gets its
 * final name after it is complete and on disk; if writing fails, no file is left. Throws a FileExistsError instead of
 * replacing a file.
 */
export async function writeArchive(
  file: string,
  items: readonly ArchiveItem[],
  now: Date,
): Promise<void> {
  const unfinishedFile = `${file}${unfinishedSuffix}`;
  const handle = await openNewFile(unfinishedFile);
  try {
    // Checked only now, when no other backup can create the file.
    throwIfExists(file);
    await pipeline(tarBytes(items, now), createGzip(), (chunks: AsyncIterable<Buffer>) =>
      writeAll(handle, chunks),
    );
    await handle.sync();
    await handle.close();
    await rename(unfinishedFile, file);
    syncPath(dirname(file));
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(unfinishedFile, { force: true });
    throw error;
  }
}

/** Throws a FileExistsError if there is a file with that name. */
export function throwIfExists(file: string): void {
  if (!existsSync(file)) return;
  throw new FileExistsError(`${file} already exists; a backup never replaces a file.`);
}

/** Creates a file that only this user may read. Throws a FileExistsError if the file exists. */
export async function openNewFile(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    if (Reflect.get(Object(error), 'code') !== 'EEXIST') throw error;
    throw new FileExistsError(
      `${file} exists: another backup is writing it, or was interrupted. If none is running, delete the file.`,
    );
  }
}

async function writeAll(handle: FileHandle, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) await handle.writeFile(chunk);
}

async function* tarBytes(items: readonly ArchiveItem[], now: Date): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for (const item of items) {
    for await (const bytes of entryBytes(item, now)) {
      hash.update(bytes);
      yield bytes;
    }
  }
  yield* entryBytes({ name: checksumName, text: hash.digest('hex') }, now);
  yield Buffer.alloc(2 * blockSize);
}

async function* entryBytes(item: ArchiveItem, now: Date): AsyncGenerator<Buffer> {
  const { name } = item;
  if ('folder' in item) {
    yield encodeTarHeader({ name: `${name}/`, kind: 'folder', size: 0 }, now);
  } else if ('text' in item) {
    const bytes = Buffer.from(item.text);
    yield encodeTarHeader({ name, kind: 'file', size: bytes.length }, now);
    yield bytes;
    yield Buffer.alloc(getPadding(bytes.length));
  } else yield* fileBytes(name, item.file, now);
}

async function* fileBytes(name: string, file: string, now: Date): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    yield encodeTarHeader({ name, kind: 'file', size }, now);
    let bytesLeft = size;
    if (size > 0) {
      const content = handle.createReadStream({ end: size - 1, autoClose: false });
      for await (const chunk of content as AsyncIterable<Buffer>) {
        bytesLeft -= chunk.length;
        yield chunk;
      }
    }
    if (bytesLeft > 0) {
      throw new BackupError(`${file} became shorter while it was being read. Try again.`);
    }
    yield Buffer.alloc(getPadding(size));
  } finally {
    await handle.close();
  }
}
