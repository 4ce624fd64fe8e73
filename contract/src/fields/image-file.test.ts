import { describe, expect, test } from 'vitest';
import { isCompleteImage, readImageFile } from './image-file.ts';

type Parts = readonly (string | readonly number[])[];

const read = (...parts: Parts) => readImageFile(toBytes(...parts));

function toBytes(...parts: Parts): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part)] : [...part])),
  );
}

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13];
const jpeg = [0xff, 0xd8];
/** Returns a frame's header for 512 by 384 pixels. */
const frame = (marker: number) => [0xff, marker, 0, 17, 8, 1, 128, 2, 0, 3];
const riff = ['RIFF', [0, 0, 0, 0], 'WEBP'] as const;

describe("a picture's type and size are read", () => {
  test('from PNG', () => {
    const file = read(png, 'IHDR', [0, 0, 4, 0, 0, 0, 3, 0]);
    expect(file).toEqual({ contentType: 'image/png', width: 1024, height: 768 });
  });

  test.each([0xc0, 0xc1, 0xc2])('from JPEG with marker %i, after tables and comments', (kind) => {
    const file = read(jpeg, [0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xdb, 0, 3, 9], frame(kind));
    expect(file).toEqual({ contentType: 'image/jpeg', width: 512, height: 384 });
    expect(read(jpeg, frame(kind))).toEqual(file);
  });

  test('from WebP: lossless, lossy, and extended or animated', () => {
    const lossless = read(...riff, 'VP8L', [0, 0, 0, 0], [0x2f, 0xfe, 0xff, 0xff, 0x0f]);
    expect(lossless).toMatchObject({ contentType: 'image/webp', width: 16_383, height: 16_384 });
    const lossy = [0x10, 0, 0, 0x9d, 0x01, 0x2a, 0x00, 0x02, 0x80, 0x41];
    expect(read(...riff, 'VP8 ', [0, 0, 0, 0], lossy)).toMatchObject({ width: 512, height: 384 });
    const extended = [0x02, 0, 0, 0, 0xff, 0xff, 0x01, 0x7f, 0x01, 0x00];
    expect(read(...riff, 'VP8X', [10, 0, 0, 0], extended)).toMatchObject({
      width: 131_072,
      height: 384,
    });
  });
});

describe('a file that is not a picture, or hides its size, is rejected:', () => {
  test.each([
    ['nothing', []],
    ['only a signature', [png]],
    ['a PNG whose header does not come first', [png, 'IDAT', [0, 0, 4, 0, 0, 0, 3, 0]]],
    ['a PNG of zero width', [png, 'IHDR', [0, 0, 0, 0, 0, 0, 3, 0]]],
    ['a JPEG without a frame', [jpeg, [0xff, 0xda, 0, 4, 1, 2], frame(0xc0)]],
    ['a JPEG whose frame follows its end marker', [jpeg, [0xff, 0xd9], frame(0xc0)]],
    ['a JPEG of a kind that browsers do not show', [jpeg, frame(0xc3), frame(0xc0)]],
    ['a JPEG with bytes between its segments', [jpeg, [0xff, 0xe0, 0, 2, 0], frame(0xc0)]],
    ['a JPEG whose height comes later', [jpeg, [0xff, 0xc0, 0, 17, 8, 0, 0, 2, 0, 3]]],
    ['a WebP of an unknown kind', [...riff, 'VP9 ', [0, 0, 0, 0], frame(0xc0)]],
    ['a GIF', ['GIF89a', frame(0xc0)]],
    ['an HTML page', ['<!doctype html><script>alert(1)</script>']],
  ] as const)('%s', (_, parts) => {
    expect(read(...parts)).toBeNull();
  });
});

describe('the check that a picture is complete', () => {
  const header = [png, 'IHDR', [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 1, 2, 3, 4]] as const;
  const data = [[0, 0, 0, 2], 'IDAT', [7, 8, 1, 2, 3, 4]] as const;
  const end = [[0, 0, 0, 0], 'IEND', [0xae, 0x42, 0x60, 0x82]] as const;
  // A segment whose thumbnail ends with the same marker as the picture itself.
  const application = [0xff, 0xe1, 0, 6, 1, 2, 0xff, 0xd9];
  const scan = [0xff, 0xda, 0, 4, 1, 2, 0xff, 0, 9];
  const completePng = toBytes(...header, ...data, ...end);
  const completeJpeg = toBytes(
    jpeg,
    application,
    frame(0xc2).concat(Array(9).fill(0)),
    scan,
    [0xff, 0xd9],
  );
  const completeWebp = toBytes('RIFF', [8, 0, 0, 0], 'WEBP', [1, 2, 3, 4]);
  const completeImages = [
    ['image/png', completePng],
    ['image/jpeg', completeJpeg],
    ['image/webp', completeWebp],
  ] as const;

  test.each(completeImages)('accepts %s only with its last byte', (type, bytes) => {
    expect(isCompleteImage(bytes, type)).toBe(true);
    expect(isCompleteImage(toBytes([...bytes], 'extra bytes'), type)).toBe(true);
    for (let length = 12; length < bytes.length; length += 1) {
      expect(isCompleteImage(bytes.subarray(0, length), type)).toBe(false);
    }
  });

  test('accepts PNG only with data', () => {
    expect(isCompleteImage(toBytes(...header, ...end), 'image/png')).toBe(false);
  });
});
