/** The longest side of an accepted picture, in pixels. Our own page scales pictures to 256. */
export const longestPictureSide = 1024;

/** The type and size of a picture, as read from its bytes and not as stated by the client. */
export interface PictureFile {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the type and size of a PNG, JPEG or WebP, from its headers; null for anything else, and for one
 * whose size can't be determined. Stricter than browsers:
 * a file that a browser would draw larger than the size read here must be refused, since a few bytes can unpack
 * to a gigabyte.
 */
export function readPictureFile(bytes: Uint8Array): PictureFile | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const picture = readPng(view) ?? readJpeg(view) ?? readWebp(view);
    return picture !== null && picture.width > 0 && picture.height > 0 ? picture : null;
  } catch (error) {
    // The file ends within its headers.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Reads PNG (ISO/IEC 15948, 5.2 and 11.2.2). Frames of an animated one lie within the size read here. */
function readPng(view: DataView): PictureFile | null {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return null;
  if (view.getUint32(8) !== 13 || readFourLetters(view, 12) !== 'IHDR') return null;
  return { contentType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** Reads JPEG (ITU-T T.81, B.1 and B.2): segments in sequence, until the frame's header. */
function readJpeg(view: DataView): PictureFile | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  for (let offset = 2; view.getUint8(offset) === 0xff;) {
    const marker = view.getUint8(offset + 1);
    // Baseline, extended and progressive: what browsers draw.
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

/** Reads WebP (RFC 9649). Parts of an extended one have its size; frames of an animated one lie within it. */
function readWebp(view: DataView): PictureFile | null {
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
      const sides = view.getUint32(21, true);
      return { contentType, width: 1 + (sides & 0x3fff), height: 1 + ((sides >>> 14) & 0x3fff) };
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

function readFourLetters(view: DataView, offset: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(offset + index)));
}
