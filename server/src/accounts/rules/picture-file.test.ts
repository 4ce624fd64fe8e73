import { describe, expect, test } from 'vitest';
import { readPictureFile } from './picture-file.ts';

function read(...parts: readonly (string | readonly number[])[]) {
  const bytes = parts.flatMap((part) =>
    typeof part === 'string' ? [...Buffer.from(part)] : [...part],
  );
  return readPictureFile(Uint8Array.from(bytes));
}

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13];
const jpeg = [0xff, 0xd8];
/** Returns a frame's header for 512 by 384. */
const frame = (marker: number) => [0xff, marker, 0, 17, 8, 1, 128, 2, 0, 3];
const riff = ['RIFF', [0, 0, 0, 0], 'WEBP'] as const;

describe('a picture is measured', () => {
  test('in PNG', () => {
    const file = read(png, 'IHDR', [0, 0, 4, 0, 0, 0, 3, 0]);
    expect(file).toEqual({ contentType: 'image/png', width: 1024, height: 768 });
  });

  test.each([0xc0, 0xc1, 0xc2])('in JPEG of kind %i, after tables and comments', (kind) => {
    const file = read(jpeg, [0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xdb, 0, 3, 9], frame(kind));
    expect(file).toEqual({ contentType: 'image/jpeg', width: 512, height: 384 });
    expect(read(jpeg, frame(kind))).toEqual(file);
  });

  test('in WebP, lossless, lossy, and extended or animated', () => {
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

describe('a file that is no picture, or hides its size, is refused:', () => {
  test.each([
    ['nothing', []],
    ['a signature alone', [png]],
    ['a PNG without its header first', [png, 'IDAT', [0, 0, 4, 0, 0, 0, 3, 0]]],
    ['a PNG of no width', [png, 'IHDR', [0, 0, 0, 0, 0, 0, 3, 0]]],
    ['a JPEG without a frame', [jpeg, [0xff, 0xda, 0, 4, 1, 2], frame(0xc0)]],
    ['a JPEG whose frame comes behind its end', [jpeg, [0xff, 0xd9], frame(0xc0)]],
    ['a JPEG of a kind that browsers skip', [jpeg, frame(0xc3), frame(0xc0)]],
    ['a JPEG with bytes between its segments', [jpeg, [0xff, 0xe0, 0, 2, 0], frame(0xc0)]],
    ['a JPEG whose height comes later', [jpeg, [0xff, 0xc0, 0, 17, 8, 0, 0, 2, 0, 3]]],
    ['a WebP of an unknown kind', [...riff, 'VP9 ', [0, 0, 0, 0], frame(0xc0)]],
    ['a GIF', ['GIF89a', frame(0xc0)]],
    ['a page', ['<!doctype html><script>alert(1)</script>']],
  ] as const)('%s', (_, parts) => {
    expect(read(...parts)).toBeNull();
  });
});
