import { describe, expect, it } from 'vitest';
import { firstFitting, middleSquare } from './picture.ts';

describe("a person's picture", () => {
  it('is the middle square of the chosen one', () => {
    expect(middleSquare(400, 300)).toEqual({ x: 50, y: 0, side: 300 });
    expect(middleSquare(300, 401)).toEqual({ x: 0, y: 50, side: 300 });
    expect(middleSquare(64, 64)).toEqual({ x: 0, y: 0, side: 64 });
  });

  it('is scaled down until it can be stored, and never larger than 256 px', () => {
    const tried: string[] = [];
    const encode = (side: number, quality: number) => {
      tried.push(`${side} ${quality}`);
      return 'x'.repeat(side * quality);
    };
    expect(firstFitting(encode, 150)).toHaveLength(134);
    expect(tried).toEqual(['256 0.86', '256 0.7', '192 0.7']);
    expect(firstFitting(encode)).toHaveLength(220);
  });

  it('is refused if even the smallest version is too large', () => {
    expect(firstFitting(() => 'x'.repeat(48_001))).toBeNull();
  });
});
