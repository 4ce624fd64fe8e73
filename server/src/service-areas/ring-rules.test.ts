import type { Vertex } from '@curbwrench/contract/service-areas/ring';
import { describe, expect, test } from 'vitest';
import { findCrossingProblem, toCounterclockwise } from './ring-rules.ts';

const at = (x: number, y: number): Vertex => [-97.74 + x / 100, 30.27 + y / 100];
const clockwise = [at(0, 0), at(0, 1), at(1, 1), at(1, 0), at(0, 0)];

describe('a ring', () => {
  test.each([
    ['crosses itself', [at(0, 0), at(1, 1), at(1, 0), at(0, 1), at(0, 0)]],
    [
      'touches itself',
      [at(0, 0), at(2, 0), at(1, 1), at(2, 2), at(0, 2), at(1, 1.000001), at(1, 0.9), at(0, 0)],
    ],
    ['has a spike', [at(0, 0), at(2, 0), at(2, 2), at(2, 1), at(0, 1), at(0, 0)]],
  ])('is refused if it %s @areas.shape', (_how, ring) => {
    expect(findCrossingProblem(ring)).toMatch(
      /^The edges cross or touch each other near 30\.\d{4}, -97\./,
    );
  });

  test('is accepted otherwise, even if it is not convex', () => {
    expect(findCrossingProblem(clockwise)).toBeNull();
    const notch = [at(0, 0), at(2, 0), at(2, 2), at(1, 1), at(0, 2), at(0, 0)];
    expect(findCrossingProblem(notch)).toBeNull();
  });

  test('is stored counterclockwise @areas.shape', () => {
    expect(toCounterclockwise(clockwise)).toEqual(clockwise.toReversed());
    expect(toCounterclockwise(clockwise.toReversed())).toEqual(clockwise.toReversed());
  });
});
