import { createHash } from 'node:crypto';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Position } from '@curbwrench/contract/people/schemas';
import type { FastifyBaseLogger } from 'fastify';
import {
  bytesToHeader,
  Compression,
  PMTiles,
  SharedPromiseCache,
  TileType,
  type Header,
  type Source,
} from 'pmtiles';
import type { StreetFile } from '../application/street-file-port.ts';
import {
  findHeaderProblem,
  isTruncated,
  maxUnpackedBytes,
  toPlainAttribution,
} from './street-file-rules.ts';

/** The header and the first directory are within this many bytes (PMTiles 3, section 3). */
const startBytes = 16_384;
const headerBytes = 127;

/** No directory, metadata or tile is larger than this; a damaged file could claim any size. */
const maxReadBytes = 20_000_000;

/** The maximum number of directories cached in memory. */
const maxDirectories = 200;

const contentTypes: ReadonlyMap<TileType, string> = new Map([
  [TileType.Mvt, 'application/vnd.mapbox-vector-tile'],
  [TileType.Png, 'image/png'],
  [TileType.Jpeg, 'image/jpeg'],
  [TileType.Webp, 'image/webp'],
]);

/** The reason why a file cannot be used, for the log. */
class StreetFileError extends Error {}

/**
 * Opens a PMTiles file, which stays open until `close` is called. If the file is missing or truncated, has a different
 * format or doesn't cover the business, logs one warning and returns null, and maps show no streets.
 */
export async function openStreetFile(
  path: string,
  center: Position,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<StreetFile | null> {
  let file: FileHandle | null = null;
  try {
    // Opening a pipe would wait for someone to write to it.
    if (!(await stat(path)).isFile()) throw new StreetFileError('it is not a file');
    file = await open(path, 'r');
    return await readStreetFile(file, center);
  } catch (error) {
    await file?.close();
    log.warn(
      { reason: describeProblem(error) },
      'MAP_FILE cannot be used; maps show no streets until the next start.',
    );
    return null;
  }
}

async function readStreetFile(file: FileHandle, center: Position): Promise<StreetFile> {
  const { size } = await file.stat();
  const start = await readBytes(file, 0, Math.min(size, startBytes));
  const header = readHeader(start, size, center);
  const contentType = contentTypes.get(header.tileType);
  if (contentType === undefined) throw new StreetFileError('its tiles are of an unknown type');
  if (![Compression.None, Compression.Gzip].includes(header.tileCompression)) {
    throw new StreetFileError('its tiles are compressed, but not with gzip');
  }
  // Tiles are sent as they are stored, so only directories are decompressed.
  const tiles = new PMTiles(
    toSource(file),
    new SharedPromiseCache(maxDirectories, undefined, decompress),
    async (bytes) => bytes,
  );
  await tiles.getHeader();
  const metadata = await readMetadata(file, header);
  const contentHash = createHash('sha256').update(`${size} `).update(start).digest('base64url');
  return {
    contentName: contentHash.slice(0, 16),
    format: header.tileType === TileType.Mvt ? 'vector' : 'raster',
    contentType,
    isCompressed: header.tileCompression === Compression.Gzip,
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
    attribution: toPlainAttribution(Reflect.get(Object(metadata), 'attribution')),
    async readTile(z, x, y) {
      const tile = await tiles.getZxy(z, x, y);
      return tile ? new Uint8Array(tile.data) : null;
    },
    close: () => file.close(),
  };
}

/** Returns the header of a complete file; throws a `StreetFileError` for any other. */
function readHeader(start: Buffer, size: number, center: Position): Header {
  if (start.length < headerBytes || start.toString('latin1', 0, 7) !== 'PMTiles') {
    throw new StreetFileError('it is not a PMTiles file');
  }
  if (start[7] !== 3) throw new StreetFileError('it is not a PMTiles file of version 3');
  const header = bytesToHeader(toArrayBuffer(start));
  const sections = [
    { offset: header.rootDirectoryOffset, length: header.rootDirectoryLength },
    { offset: header.jsonMetadataOffset, length: header.jsonMetadataLength },
    { offset: header.leafDirectoryOffset, length: header.leafDirectoryLength ?? 0 },
    { offset: header.tileDataOffset, length: header.tileDataLength ?? 0 },
  ];
  if (isTruncated(sections, size)) throw new StreetFileError('it is truncated');
  const problem = findHeaderProblem(header, center);
  if (problem !== null) throw new StreetFileError(problem);
  return header;
}

/** Returns the file's metadata. */
async function readMetadata(file: FileHandle, header: Header): Promise<unknown> {
  const bytes = await readBytes(file, header.jsonMetadataOffset, header.jsonMetadataLength);
  const text = await decompress(toArrayBuffer(bytes), header.internalCompression);
  return JSON.parse(Buffer.from(text).toString('utf8')) as unknown;
}

function toSource(file: FileHandle): Source {
  return {
    getKey: () => 'street file',
    async getBytes(offset, length) {
      const { size } = await file.stat();
      // The library requests more bytes than a small file has, but only at its start.
      const readLength = offset === 0 ? Math.min(length, size) : length;
      return { data: toArrayBuffer(await readBytes(file, offset, readLength)) };
    },
  };
}

/** Returns `length` bytes of the file, starting at `offset`; throws if the file is too short. */
async function readBytes(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  if (length > maxReadBytes) throw new RangeError('A part of the street file is too large.');
  const buffer = Buffer.alloc(length);
  let totalRead = 0;
  while (totalRead < length) {
    const remaining = length - totalRead;
    const { bytesRead } = await file.read(buffer, totalRead, remaining, offset + totalRead);
    if (bytesRead === 0) throw new RangeError('The street file is truncated.');
    totalRead += bytesRead;
  }
  return buffer;
}

async function decompress(bytes: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None) return bytes;
  if (compression !== Compression.Gzip) {
    throw new StreetFileError('its directories are compressed, but not with gzip');
  }
  return toArrayBuffer(await promisify(gunzip)(bytes, { maxOutputLength: maxUnpackedBytes }));
}

function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

/**
 * Returns the message of a `StreetFileError`, but only the code or name of other errors: system messages contain the
 * path.
 */
function describeProblem(error: unknown): string {
  if (error instanceof StreetFileError) return error.message;
  const code: unknown = Reflect.get(Object(error), 'code');
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown';
}
