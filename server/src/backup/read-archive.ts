import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { blockSize, decodeTarHeader, getPadding, type TarEntry } from './tar.ts';
import { checksumName } from './write-archive.ts';

/** A callback that receives each entry of an archive and its content, which it may leave unread. */
export type VisitEntry = (entry: TarEntry, content: AsyncIterable<Buffer>) => Promise<void>;

/**
 * Reads an entire archive that `writeArchive` wrote. Throws a BackupError if the archive is incomplete or was altered.
 * This may be detected only at the end, so the caller must then undo what `visit` did.
 */
export async function readArchive(file: string, visit: VisitEntry): Promise<void> {
  const { size } = await stat(file);
  const gunzip = createGunzip();
  const source = createReadStream(file);
  source.once('error', (error) => gunzip.destroy(error));
  try {
    await readEntries(new BlockReader(source.pipe(gunzip)), visit);
    // Bytes after the compressed data would otherwise be ignored.
    if (gunzip.bytesWritten !== size) throw new DamagedError();
  } catch (error) {
    if (!(error instanceof DamagedError) && !isUnzipError(error)) throw error;
    throw new BackupError(
      `${file} is not a complete backup: the file is truncated or corrupted. Use another backup.`,
      { cause: error },
    );
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

/** Thrown if the archive is truncated or corrupted. */
class DamagedError extends Error {
  override readonly name = 'DamagedError';
}

function isUnzipError(error: unknown): boolean {
  return String(Reflect.get(Object(error), 'code')).startsWith('Z_');
}

async function readEntries(reader: BlockReader, visit: VisitEntry): Promise<void> {
  for (;;) {
    const checksumSoFar = reader.digest();
    const entry = decode(await reader.readBlock());
    // An archive ends with its checksum, so an archive without one was cut off.
    if (entry === null) throw new DamagedError();
    if (entry.name === checksumName) return expectEnd(reader, entry, checksumSoFar);
    const content = reader.readContent(entry.size);
    await visit(entry, content);
    // Skips what `visit` did not read.
    for await (const _ of content);
  }
}

function decode(header: Buffer): TarEntry | null {
  try {
    return decodeTarHeader(header);
  } catch (error) {
    throw new DamagedError('The header is not valid.', { cause: error });
  }
}

async function expectEnd(reader: BlockReader, entry: TarEntry, checksum: string): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of reader.readContent(entry.size)) chunks.push(chunk);
  if (Buffer.concat(chunks).toString() !== checksum) throw new DamagedError();
  // A tar archive ends with two empty blocks.
  for (const _ of ['first', 'second']) {
    if (decode(await reader.readBlock()) !== null) throw new DamagedError();
  }
  if (!(await reader.isAtEnd())) throw new DamagedError();
}

/** Reads blocks and contents from a stream, and hashes everything that it has returned. */
class BlockReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #hash = createHash('sha256');
  #rest = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** The hash of everything read so far, in hex. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  async readBlock(): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.#read(blockSize)) parts.push(part);
    return Buffer.concat(parts);
  }

  /** Returns the content of a file, and skips the padding of its last block. */
  async *readContent(size: number): AsyncGenerator<Buffer> {
    yield* this.#read(size);
    for await (const _ of this.#read(getPadding(size)));
  }

  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && (await this.#chunks.next()).done === true;
  }

  async *#read(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0;) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next();
        if (next.done === true) throw new DamagedError();
        this.#rest = Buffer.from(next.value);
      }
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      this.#hash.update(part);
      yield part;
    }
  }
}
