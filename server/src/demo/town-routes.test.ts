import { describe, expect, it } from 'vitest';
import { pickPointOnStreet } from './places.ts';
import { createRandom } from './random.ts';
import {
  interpolate,
  distance,
  isInside,
  lengthOf,
  segmentsOf,
  getPointAlong,
  type Point,
} from './town-geometry.ts';
import { getTown } from './town.ts';
import { getPointOnRoute, findRoute, metersToStreet } from './town-routes.ts';

/* The routes of the demo's vans through its town. */

const { network, plan } = getTown();
const random = createRandom('routes');
const trips = Array.from({ length: 40 }, (): [Point, Point] => [
  pickPointOnStreet(random),
  pickPointOnStreet(random),
]);

function isAtWater(point: Point): boolean {
  return plan.water.some(({ shape }) => isInside(point, shape));
}

describe('a route through the town', () => {
  it('leads from the start to the destination and never leaves the streets @demo.vans', () => {
    for (const [from, to] of trips) {
      const route = findRoute(network, from, to);
      expect(distance(route[0] ?? [0, 0], from)).toBeLessThan(0.01);
      expect(distance(route.at(-1) ?? [0, 0], to)).toBeLessThan(0.01);
      const length = lengthOf(route);
      for (let meters = 0; meters < length; meters += 90) {
        expect(metersToStreet(network, getPointAlong(route, meters).point)).toBeLessThan(0.01);
      }
    }
  });

  it('is not much longer than necessary', () => {
    for (const [from, to] of trips) {
      const straight = distance(from, to);
      const length = lengthOf(findRoute(network, from, to));
      expect(length).toBeGreaterThanOrEqual(straight - 0.01);
      // A grid adds up to 41%; detours to bridges, around dead ends and along avenues add the rest.
      expect(length).toBeLessThan(1.9 * straight + 2500);
    }
    const lengths = trips.map(([from, to]) => lengthOf(findRoute(network, from, to)));
    const straight = trips.map(([from, to]) => distance(from, to));
    const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
    expect(sum(lengths)).toBeLessThan(1.45 * sum(straight));
  });

  it('has the same length in the opposite direction', () => {
    for (const [from, to] of trips.slice(0, 20)) {
      const back = lengthOf(findRoute(network, to, from));
      expect(Math.abs(back - lengthOf(findRoute(network, from, to)))).toBeLessThan(0.01);
    }
  });

  it('crosses the river only on bridges, which small streets do not have @demo.vans', () => {
    const bridges = network.blocks.filter(({ line, length }) =>
      Array.from({ length: Math.ceil(length / 20) }, (_, step) =>
        getPointAlong(line, step * 20),
      ).some(({ point }) => isAtWater(point)),
    );
    expect(bridges.length).toBeGreaterThanOrEqual(5);
    expect(bridges.length).toBeLessThan(15);
    expect(new Set(bridges.map(({ kind }) => kind))).toEqual(new Set(['highway', 'avenue']));
    const across = findRoute(network, [0, 0], [4000, 500]);
    expect(segmentsOf(across).some(([a, b]) => isAtWater(interpolate(a, b, 0.5)))).toBe(true);
  });

  it('between two points on the same block stays on that block, in both directions', () => {
    const block = network.blocks.find(({ kind, length }) => kind === 'avenue' && length > 100);
    if (!block) throw new Error('There is no avenue block longer than 100 m.');
    const [near, far] = [getPointAlong(block.line, 20).point, getPointAlong(block.line, 90).point];
    expect(lengthOf(findRoute(network, near, far))).toBeCloseTo(70, 5);
    expect(lengthOf(findRoute(network, far, near))).toBeCloseTo(70, 5);
    expect(lengthOf(findRoute(network, far, far))).toBeCloseTo(0, 5);
  });
});

describe('getPointOnRoute', () => {
  it('moves the given number of meters closer to the destination, and not beyond it', () => {
    for (const [from, to] of trips.slice(0, 20)) {
      const length = lengthOf(findRoute(network, from, to));
      const next = getPointOnRoute(network, from, to, 200);
      const remaining = lengthOf(findRoute(network, next, to));
      expect(Math.abs(remaining - Math.max(0, length - 200))).toBeLessThan(1);
      expect(distance(getPointOnRoute(network, from, to, length + 1000), to)).toBeLessThan(0.01);
    }
  });
});
