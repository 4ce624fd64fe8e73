import { BackupError } from './backup-error.ts';

/*
 * The headers of tar archives in the ustar format (POSIX.1-1988), so that `tar -xzf` can open a backup.
 */

/** A tar archive consists of blocks of this size. */
export const blockSize = 512;

/** A file or folder in a tar archive. */
export interface TarEntry {
  /** The path in the archive, with `/` between its parts. */
  readonly name: string;
  readonly kind: 'file' | 'folder';
  /** In bytes; 0 for a folder. */
  readonly size: number;
}

/** The offset and length of each field in a header. */
const fields = {
  name: [0, 100],
  mode: [100, 8],
  owner: [108, 8],
  group: [116, 8],
  size: [124, 12],
  time: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
  prefix: [345, 155],
} as const;

/** The largest size that eleven octal digits can express. */
const maximumOctalSize = 8 ** 11 - 1;

const types = { file: '0', folder: '5' } as const;

/**
 * Returns an entry's header. Its mode lets only the owner of the extracted file read that file. Throws a BackupError if
 * the entry's path is too long.
 */
export function encodeTarHeader(entry: TarEntry, time: Date): Buffer {
  const header = Buffer.alloc(blockSize);
  const write = (field: keyof typeof fields, text: string): void => {
    header.write(text, fields[field][0], fields[field][1], 'utf8');
  };
  const { prefix, name } = splitName(entry.name);
  write('name', name);
  write('prefix', prefix);
  write('mode', entry.kind === 'folder' ? '0000700' : '0000600');
  write('owner', '0000000');
  write('group', '0000000');
  if (entry.size <= maximumOctalSize) write('size', entry.size.toString(8).padStart(11, '0'));
  else {
    // The extension of GNU tar and bsdtar for files of 8 GiB or more: a marker and, at the end, the size in 8 bytes.
    header[fields.size[0]] = 0x80;
    header.writeBigUInt64BE(BigInt(entry.size), fields.size[0] + 4);
  }
  write(
    'time',
    Math.floor(time.getTime() / 1000)
      .toString(8)
      .padStart(11, '0'),
  );
  write('type', types[entry.kind]);
  header.write('ustar\0' + '00', fields.magic[0], 'latin1');
  write('checksum', `${computeChecksum(header).toString(8).padStart(6, '0')}\0 `);
  return header;
}

/**
 * Returns the entry that a header describes; null for the empty block at the end of an archive. Throws a BackupError if
 * the header is invalid.
 */
export function decodeTarHeader(header: Buffer): TarEntry | null {
  if (header.every((byte) => byte === 0)) return null;
  const read = (field: keyof typeof fields): string => {
    const [start, length] = fields[field];
    const bytes = header.subarray(start, start + length);
    const end = bytes.indexOf(0);
    return bytes.toString('utf8', 0, end < 0 ? length : end);
  };
  const type = read('type');
  const isKnownType = type === types.file || type === types.folder;
  if (!isKnownType || Number.parseInt(read('checksum'), 8) !== computeChecksum(header)) {
    throw new BackupError('The file contains an invalid header.');
  }
  const prefix = read('prefix');
  const size =
    header[fields.size[0]] === 0x80
      ? Number(header.readBigUInt64BE(fields.size[0] + 4))
      : Number.parseInt(read('size'), 8);
  return {
    name: prefix === '' ? read('name') : `${prefix}/${read('name')}`,
    kind: type === types.file ? 'file' : 'folder',
    size,
  };
}

/** Returns how many bytes of padding follow a file of this size. */
export function getPadding(size: number): number {
  return (blockSize - (size % blockSize)) % blockSize;
}

/** Splits a path at a slash so that both parts fit. */
function splitName(path: string): { prefix: string; name: string } {
  const fits = (text: string, field: 'name' | 'prefix'): boolean =>
    Buffer.byteLength(text) <= fields[field][1];
  if (fits(path, 'name')) return { prefix: '', name: path };
  for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
    const [prefix, name] = [path.slice(0, slash), path.slice(slash + 1)];
    if (fits(name, 'name') && fits(prefix, 'prefix')) return { prefix, name };
  }
  throw new BackupError(`The path ${path} is too long for a backup.`);
}

/** Returns a header's checksum: the sum of its bytes, with the checksum field counted as spaces. */
function computeChecksum(header: Buffer): number {
  const [start, length] = fields.checksum;
  return header.reduce(
    (sum, byte, index) => sum + (index >= start && index < start + length ? 32 : byte),
    0,
  );
}
