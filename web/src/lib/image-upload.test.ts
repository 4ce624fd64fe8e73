import { describe, expect, it } from 'vitest';
import { encodeToFit, getCenterCrop } from './image-upload.ts';

describe("a person's picture", () => {
  it('is the center crop of the chosen image', () => {
    expect(getCenterCrop(400, 300)).toEqual({ x: 50, y: 0, side: 300 });
    expect(getCenterCrop(300, 401)).toEqual({ x: 0, y: 50, side: 300 });
    expect(getCenterCrop(64, 64)).toEqual({ x: 0, y: 0, side: 64 });
  });

  it('is scaled down until it can be stored, and never larger than 256 px', () => {
    const attempts: string[] = [];
    const encode = (side: number, quality: number) => {
      attempts.push(`${side} ${quality}`);
      return 'x'.repeat(side * quality);
    };
    expect(encodeToFit(encode, 150)).toHaveLength(134);
    expect(attempts).toEqual(['256 0.86', '256 0.7', '192 0.7']);
    expect(encodeToFit(encode, 48_000)).toHaveLength(220);
  });

  it('is rejected if even its smallest version is too large', () => {
    expect(encodeToFit(() => 'x'.repeat(48_001), 48_000)).toBeNull();
  });
});
