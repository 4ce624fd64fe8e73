/** The error messages for images that the client or the server rejects. */
export const imageErrors = {
  unreadable: "This file isn't a PNG, JPEG, or WebP image, or it's corrupted.",
  /** For a data URL over the limit; our own pages never send one. */
  tooLong: 'This image is too large.',
  tooLarge: (limit: string) => `This image is larger than ${limit}.`,
} as const;

/** The type and size of an image, read from its bytes rather than taken from what the client says. */
export interface ImageFile {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the type and size of a PNG, JPEG or WebP file, read from its headers; null for any other file, or if
 * the size can't be determined. This is stricter than browsers: a file that a browser would draw larger than the size
 * read here must be rejected, since a few bytes can decompress to a gigabyte.
 */
export function readImageFile(bytes: Uint8Array): ImageFile | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const image = readPng(view) ?? readJpeg(view) ?? readWebp(view);
    return image !== null && image.width > 0 && image.height > 0 ? image : null;
  } catch (error) {
    // The file ends within its headers.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Reads PNG (ISO/IEC 15948, 5.2 and 11.2.2). Frames of an animated PNG are within the size read here. */
function readPng(view: DataView): ImageFile | null {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return null;
  if (view.getUint32(8) !== 13 || readFourLetters(view, 12) !== 'IHDR') return null;
  return { contentType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** Reads JPEG (ITU-T T.81, B.1 and B.2): segments in sequence, until the frame's header. */
function readJpeg(view: DataView): ImageFile | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  for (let offset = 2; view.getUint8(offset) === 0xff;) {
    const marker = view.getUint8(offset + 1);
    // Baseline, extended and progressive: the kinds that browsers draw.
    if (marker >= 0xc0 && marker <= 0xc2) {
      return {
        contentType: 'image/jpeg',
        width: view.getUint16(offset + 7),
        height: view.getUint16(offset + 5),
      };
    }
    // Tables, comments and application data; nothing else may precede the frame.
    const mayPrecedeFrame = marker === 0xc4 || marker >= 0xdb;
    const length = view.getUint16(offset + 2);
    if (!mayPrecedeFrame || length < 2) return null;
    offset += 2 + length;
  }
  return null;
}

/** Reads WebP (RFC 9649). The images inside an extended or animated file are within the size read here. */
function readWebp(view: DataView): ImageFile | null {
  if (readFourLetters(view, 0) !== 'RIFF' || readFourLetters(view, 8) !== 'WEBP') return null;
  const contentType = 'image/webp';
  switch (readFourLetters(view, 12)) {
    case 'VP8X':
      return {
        contentType,
        width: 1 + (view.getUint32(23, true) >>> 8),
        height: 1 + (view.getUint32(26, true) >>> 8),
      };
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return null;
      const packedSize = view.getUint32(21, true);
      return {
        contentType,
        width: 1 + (packedSize & 0x3fff),
        height: 1 + ((packedSize >>> 14) & 0x3fff),
      };
    }
    case 'VP8 ':
      if (view.getUint16(23) !== 0x9d01 || view.getUint8(25) !== 0x2a) return null;
      return {
        contentType,
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    default:
      return null;
  }
}

/**
 * Returns whether an image that `readImageFile` accepted is complete; false for a truncated file, such as a
 * failed download. Nothing is decoded.
 */
export function isCompleteImage(bytes: Uint8Array, contentType: ImageFile['contentType']): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (contentType) {
      case 'image/png':
        return isCompletePng(view);
      case 'image/jpeg':
        return isCompleteJpeg(view);
      case 'image/webp':
        return 8 + view.getUint32(4, true) <= view.byteLength;
    }
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** A complete PNG has data, and its last chunk is IEND (ISO/IEC 15948, 5.3 and 5.6). */
function isCompletePng(view: DataView): boolean {
  let hasData = false;
  for (let offset = 8; ; offset += 12 + view.getUint32(offset)) {
    const type = readFourLetters(view, offset + 4);
    // Its checksum must be there too.
    if (type === 'IEND') return hasData && offset + 12 <= view.byteLength;
    if (type === 'IDAT') hasData = true;
  }
}

/** A JPEG's end marker follows its first scan (ITU-T T.81, B.1.1.3); a scan contains no other 0xFFD9. */
function isCompleteJpeg(view: DataView): boolean {
  let offset = 2;
  while (view.getUint8(offset + 1) !== 0xda) offset += 2 + view.getUint16(offset + 2);
  while (view.getUint16(offset) !== 0xffd9) offset += 1;
  return true;
}

function readFourLetters(view: DataView, offset: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(offset + index)));
}
