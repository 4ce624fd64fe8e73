import { describe, expect, it } from 'vitest';
import { pointOnStreet } from './places.ts';
import { randomFrom } from './random.ts';
import {
  between,
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

  it('crosses the river only on bridges, which small streets have not @demo.vans', () => {
    const bridges = network.blocks.filter(({ line, length }) =>
      Array.from({ length: Math.ceil(length / 20) }, (_, step) => walkAlong(line, step * 20)).some(
        ({ point }) => isAtWater(point),
      ),
    );
    expect(bridges.length).toBeGreaterThanOrEqual(5);
    expect(bridges.length).toBeLessThan(15);
    expect(new Set(bridges.map(({ kind }) => kind))).toEqual(new Set(['highway', 'avenue']));
    const across = findWay(network, [0, 0], [4000, 500]);
    expect(segmentsOf(across).some(([a, b]) => isAtWater(between(a, b, 0.5)))).toBe(true);
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
