import { crc32, deflateSync } from 'node:zlib';

/** A picture to make; `data` replaces the compressed pixels, which are otherwise all zero. */
interface PngContent {
  readonly width: number;
  readonly height: number;
  readonly data?: Buffer;
}

/** Returns a complete PNG file with one bit per pixel; even 16,000 by 16,000 pixels take only about 30 kB. */
export function makePng({ width, height, data }: PngContent): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  // Each row is a filter byte and its pixels.
  const rows = data ?? deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 9 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    makeChunk('IHDR', header),
    makeChunk('IDAT', rows),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function makeChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

/** Returns a data URL that claims this type, regardless of what the bytes contain. */
export function toDataUrl(type: string, bytes: Buffer | string): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}
