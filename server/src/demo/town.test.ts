import { gzipSync } from 'node:zlib';
import { mapFeature, type MapFeature } from '@curbwrench/contract/maps/schemas';
import type { Position } from '@curbwrench/contract/people/schemas';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { placeInside, placeNear } from './places.ts';
import { randomFrom } from './random.ts';
import { findNearestOn, isInside, segmentsOf, type Line, type Point } from './town-geometry.ts';
import { districts, generateTown, getTown, toPoint } from './town.ts';
import { townReach } from './town-shape.ts';

/* The demo's invented town: what its map shows, and the addresses on it. */

const sanFrancisco = { lat: 37.7749, lng: -122.4194 };
const cities: readonly (readonly [string, Position])[] = [
  ['San Francisco', sanFrancisco],
  ['Austin', { lat: 30.2672, lng: -97.7431 }],
  ['Anchorage', { lat: 61.2, lng: -149.9 }],
];

/** Returns the lines of a feature, as points of the town. */
function linesOf({ geometry }: MapFeature, centre: Position): Line[] {
  const toPoints = (line: readonly (readonly [number, number])[]): Line =>
    line.map(([lng, lat]) => toPoint({ lat, lng }, centre));
  if (geometry.type === 'Point') return [toPoints([geometry.coordinates])];
  if (geometry.type === 'LineString') return [toPoints(geometry.coordinates)];
  return geometry.coordinates.map(toPoints);
}

function metersFrom(lines: readonly Line[], point: Point): number {
  return Math.min(
    ...lines.flatMap((line) =>
      segmentsOf(line).map((segment) => findNearestOn(segment, point).meters),
    ),
  );
}

describe.each(cities)('the map of the town in %s', (_, centre) => {
  const features = generateTown(centre);

  it('has streets, avenues, a highway, water, parks and districts around the center @demo.town', () => {
    expect(z.array(mapFeature).safeParse(features).success).toBe(true);
    const count = (layer: string): number =>
      features.filter(({ properties }) => properties.layer === layer).length;
    expect(count('street')).toBeGreaterThan(400);
    expect(count('avenue')).toBeGreaterThan(15);
    expect([count('highway'), count('water'), count('park')]).toEqual([1, 3, 7]);
    expect(count('place')).toBe(districts.length);
    const points = features.flatMap((feature) => linesOf(feature, centre).flat());
    const farthest = Math.max(
      ...points.flatMap(([east, north]) => [Math.abs(east), Math.abs(north)]),
    );
    expect(farthest).toBeGreaterThan(townReach - 100);
    expect(farthest).toBeLessThan(townReach + 600);
  });

  it('has each street once, and the two main streets straight through the center @demo.town', () => {
    const names = features
      .filter(({ geometry }) => geometry.type === 'MultiLineString')
      .map(({ properties }) => properties.name);
    expect(new Set(names).size).toBe(names.length);
    const avenues = features
      .filter(({ properties }) => properties.layer === 'avenue')
      .flatMap((feature) => linesOf(feature, centre));
    // As far as the simulated drive of a browser goes.
    for (const meters of [-556, -300, 0, 300, 556]) {
      expect(metersFrom(avenues, [meters, 0])).toBeLessThan(2);
      expect(metersFrom(avenues, [0, meters])).toBeLessThan(2);
    }
  });

  it('is small, and the same each time', () => {
    const text = JSON.stringify(features);
    expect(gzipSync(text).length).toBeLessThan(60_000);
    expect(JSON.stringify(generateTown(centre))).toBe(text);
  });

  it('has every address on its street, on dry land and in the town @demo.town', () => {
    const streets = new Map(
      features.map((feature) => [feature.properties.name, linesOf(feature, centre)]),
    );
    const water = features
      .filter(({ properties }) => properties.layer === 'water')
      .flatMap((feature) => linesOf(feature, centre));
    const random = randomFrom('addresses');
    for (let count = 0; count < 2000; count += 1) {
      const { address, latitude, longitude } = placeNear(centre, random);
      const [, street = ''] = /^\d+ ([^,]+), /.exec(address) ?? [];
      const house = toPoint({ lat: latitude, lng: longitude }, centre);
      const meters = metersFrom(streets.get(street) ?? [], house);
      expect([address, meters > 8 && meters < 30]).toEqual([address, true]);
      expect([address, water.some((shape) => isInside(house, shape))]).toEqual([address, false]);
      expect(Math.max(...house.map(Math.abs))).toBeLessThan(townReach + 600);
    }
  });
});

it('house numbers grow along a street, with the even ones on its right @demo.town', () => {
  const houses = new Map<string, { number: number; house: Point }[]>();
  const random = randomFrom('numbers');
  for (let count = 0; count < 6000; count += 1) {
    const { address, latitude, longitude } = placeNear(sanFrancisco, random);
    const [, number = '', street = ''] = /^(\d+) ([^,]+)/.exec(address) ?? [];
    const house = toPoint({ lat: latitude, lng: longitude }, sanFrancisco);
    houses.set(street, [...(houses.get(street) ?? []), { number: Number(number), house }]);
  }
  const { plan, streetNames } = getTown();
  expect(houses.size).toBeGreaterThan(300);
  for (const [name, onStreet] of houses) {
    const pieces = plan.streets[streetNames.indexOf(name)]?.pieces ?? [];
    for (const { number, house } of onStreet) {
      const { meters, side } = findAlong(pieces, house);
      // Ten meters for each pair of numbers.
      expect([
        name,
        number,
        Math.abs(meters - (Math.floor((number - 1) / 2) + 0.5) * 10) < 25,
      ]).toEqual([name, number, true]);
      expect([name, number, side]).toEqual([name, number, number % 2 === 0 ? 'right' : 'left']);
    }
  }
});

/** Returns how many meters along a planned street a point is, and on which side. */
function findAlong(
  pieces: readonly { readonly line: Line; readonly from: number }[],
  point: Point,
): { meters: number; side: 'left' | 'right' } {
  let best = { away: Infinity, meters: 0, side: 'left' as 'left' | 'right' };
  for (const { line, from } of pieces) {
    let passed = from;
    for (const segment of segmentsOf(line)) {
      const [a, b] = segment;
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const { fraction, meters: away } = findNearestOn(segment, point);
      const turn = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]);
      if (away < best.away - 0.01) {
        best = { away, meters: passed + fraction * length, side: turn > 0 ? 'left' : 'right' };
      }
      passed += length;
    }
  }
  return best;
}

it('an address of a part of the town lies in it, and none lies where nobody lives', () => {
  const square: Line = [
    [-1000, -1000],
    [1000, -1000],
    [1000, 1000],
    [-1000, 1000],
  ];
  for (let count = 0; count < 50; count += 1) {
    const place = placeInside(square, sanFrancisco, randomFrom('inside', count));
    const house = toPoint({ lat: place.latitude, lng: place.longitude }, sanFrancisco);
    expect(Math.max(...house.map(Math.abs))).toBeLessThanOrEqual(1001);
  }
  const sea: Line = square.map(([east, north]) => [east + 20_000, north]);
  expect(() => placeInside(sea, sanFrancisco, randomFrom('inside'))).toThrow('Nobody lives there.');
});
