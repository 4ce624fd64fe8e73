import { describe, expect, it } from 'vitest';
import { pointOnStreet } from './places.ts';
import { randomFrom } from './random.ts';
import {
  distance,
  isInside,
  lengthOf,
  segmentsOf,
  walkAlong,
  type Point,
} from './town-geometry.ts';
import { getTown } from './town.ts';
import { driveOn, findWay, metersToStreet } from './town-routes.ts';

/* The ways of the demo's vans through its town. */

const { network, plan } = getTown();
const random = randomFrom('routes');
const trips = Array.from({ length: 40 }, (): [Point, Point] => [
  pointOnStreet(random),
  pointOnStreet(random),
]);

/** The avenues across the river, and the highway. */
const bridges = network.blocks.filter(
  ({ kind, line }) =>
    (kind === 'avenue' || kind === 'highway') &&
    [0.25, 0.5, 0.75].some((part) => isAtWater(walkAlong(line, part * lengthOf(line)).point)),
);

function isAtWater(point: Point): boolean {
  return plan.water.some(({ shape }) => isInside(point, shape));
}

describe('a way through the town', () => {
  it('leads from the start to the goal and leaves no street @demo.vans', () => {
    for (const [from, to] of trips) {
      const way = findWay(network, from, to);
      expect(distance(way[0] ?? [0, 0], from)).toBeLessThan(0.01);
      expect(distance(way.at(-1) ?? [0, 0], to)).toBeLessThan(0.01);
      const length = lengthOf(way);
      for (let meters = 0; meters < length; meters += 90) {
        expect(metersToStreet(network, walkAlong(way, meters).point)).toBeLessThan(0.01);
      }
    }
  });

  it('is not much longer than it must be', () => {
    for (const [from, to] of trips) {
      const straight = distance(from, to);
      const length = lengthOf(findWay(network, from, to));
      expect(length).toBeGreaterThanOrEqual(straight - 0.01);
      // A grid adds up to 41%; the river, dead ends and the avenues add the rest.
      expect(length).toBeLessThan(1.9 * straight + 2500);
    }
    const lengths = trips.map(([from, to]) => lengthOf(findWay(network, from, to)));
    const straight = trips.map(([from, to]) => distance(from, to));
    const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
    expect(sum(lengths)).toBeLessThan(1.45 * sum(straight));
  });

  it('is as long in the other direction', () => {
    for (const [from, to] of trips.slice(0, 20)) {
      const back = lengthOf(findWay(network, to, from));
      expect(Math.abs(back - lengthOf(findWay(network, from, to)))).toBeLessThan(0.01);
    }
  });

  it('crosses the river only on bridges @demo.vans', () => {
    expect(bridges.length).toBeGreaterThan(3);
    let crossed = 0;
    for (const [from, to] of trips) {
      const way = findWay(network, from, to);
      for (const [a, b] of segmentsOf(way)) {
        const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
        if (!isAtWater(middle)) continue;
        crossed += 1;
        const isOnBridge = bridges.some(({ line, kind }) => {
          const blocks = [
            { street: 0, kind, line, length: lengthOf(line), from: 0, ends: [0, 1] },
          ] as const;
          return metersToStreet({ crossings: [], blocks, blocksAt: [] }, middle) < 0.01;
        });
        expect(isOnBridge).toBe(true);
      }
    }
    expect(crossed).toBeGreaterThan(5);
  });

  it('between two points of one block stays on it, also backwards', () => {
    const block = network.blocks.find(({ kind, length }) => kind === 'avenue' && length > 100);
    if (!block) throw new Error('no block');
    const [near, far] = [walkAlong(block.line, 20).point, walkAlong(block.line, 90).point];
    expect(lengthOf(findWay(network, near, far))).toBeCloseTo(70, 5);
    expect(lengthOf(findWay(network, far, near))).toBeCloseTo(70, 5);
    expect(lengthOf(findWay(network, far, far))).toBeCloseTo(0, 5);
  });
});

describe('a drive', () => {
  it('comes nearer by as many meters as it drives, and ends at the goal', () => {
    for (const [from, to] of trips.slice(0, 20)) {
      const length = lengthOf(findWay(network, from, to));
      const next = driveOn(network, from, to, 200);
      const left = lengthOf(findWay(network, next, to));
      expect(Math.abs(left - Math.max(0, length - 200))).toBeLessThan(1);
      expect(distance(driveOn(network, from, to, length + 1000), to)).toBeLessThan(0.01);
    }
  });
});
