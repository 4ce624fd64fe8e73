import { gzipSync } from 'node:zlib';
import { mapFeature, type MapFeature } from '@curbwrench/contract/maps/schemas';
import type { Position } from '@curbwrench/contract/people/schemas';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pickPlaceInside, pickPlaceNear } from './places.ts';
import { createRandom } from './random.ts';
import { findNearestOn, isInside, segmentsOf, type Line, type Point } from './town-geometry.ts';
import { districts, createTownFeatures, getTown, toPoint } from './town.ts';
import { townRadius } from './town-shape.ts';

/* The demo's fictional town: what its map shows, and the addresses on it. */

const sanFrancisco = { lat: 37.7749, lng: -122.4194 };
const cities: readonly (readonly [string, Position])[] = [
  ['San Francisco', sanFrancisco],
  ['Austin', { lat: 30.2672, lng: -97.7431 }],
  ['Anchorage', { lat: 61.2, lng: -149.9 }],
];

/** Returns a map feature's lines as points of the town: meters east and north of its center. */
function linesOf({ geometry }: MapFeature, center: Position): Line[] {
  const toPoints = (line: readonly (readonly [number, number])[]): Line =>
    line.map(([lng, lat]) => toPoint({ lat, lng }, center));
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

describe.each(cities)('the map of the town in %s', (_, center) => {
  const features = createTownFeatures(center);

  it('has streets, avenues, a highway, water, parks and districts around the center @demo.town', () => {
    expect(z.array(mapFeature).safeParse(features).success).toBe(true);
    const count = (layer: string): number =>
      features.filter(({ properties }) => properties.layer === layer).length;
    expect(count('street')).toBeGreaterThan(400);
    expect(count('avenue')).toBeGreaterThan(15);
    expect([count('highway'), count('water'), count('park')]).toEqual([1, 3, 7]);
    expect(count('place')).toBe(districts.length);
    const points = features.flatMap((feature) => linesOf(feature, center).flat());
    const farthest = Math.max(
      ...points.flatMap(([east, north]) => [Math.abs(east), Math.abs(north)]),
    );
    expect(farthest).toBeGreaterThan(townRadius - 100);
    expect(farthest).toBeLessThan(townRadius + 600);
  });

  it('has each street once, and two avenues straight through the center @demo.town', () => {
    const names = features
      .filter(({ geometry }) => geometry.type === 'MultiLineString')
      .map(({ properties }) => properties.name);
    expect(new Set(names).size).toBe(names.length);
    const avenues = features
      .filter(({ properties }) => properties.layer === 'avenue')
      .flatMap((feature) => linesOf(feature, center));
    // A browser that simulates the demo mechanic's drive stays within 556 m of the center.
    for (const meters of [-556, -300, 0, 300, 556]) {
      expect(metersFrom(avenues, [meters, 0])).toBeLessThan(2);
      expect(metersFrom(avenues, [0, meters])).toBeLessThan(2);
    }
  });

  it('is less than 60 kB compressed, and the same each time', () => {
    const text = JSON.stringify(features);
    expect(gzipSync(text).length).toBeLessThan(60_000);
    expect(JSON.stringify(createTownFeatures(center))).toBe(text);
  });

  it('has every address along the street it names, on land and within the town @demo.town', () => {
    const streets = new Map(
      features.map((feature) => [feature.properties.name, linesOf(feature, center)]),
    );
    const water = features
      .filter(({ properties }) => properties.layer === 'water')
      .flatMap((feature) => linesOf(feature, center));
    const random = createRandom('addresses');
    for (let count = 0; count < 2000; count += 1) {
      const { address, latitude, longitude } = pickPlaceNear(center, random);
      const [, street = ''] = /^\d+ ([^,]+), /.exec(address) ?? [];
      const house = toPoint({ lat: latitude, lng: longitude }, center);
      const meters = metersFrom(streets.get(street) ?? [], house);
      expect([address, meters > 8 && meters < 30]).toEqual([address, true]);
      expect([address, water.some((shape) => isInside(house, shape))]).toEqual([address, false]);
      expect(Math.max(...house.map(Math.abs))).toBeLessThan(townRadius + 600);
    }
  });
});

it('house numbers increase along a street, with even numbers on the right side @demo.town', () => {
  const houses = new Map<string, { number: number; house: Point }[]>();
  const random = createRandom('numbers');
  for (let count = 0; count < 6000; count += 1) {
    const { address, latitude, longitude } = pickPlaceNear(sanFrancisco, random);
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
      // Each pair of numbers takes up ten meters of the street.
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
    let segmentStart = from;
    for (const segment of segmentsOf(line)) {
      const [a, b] = segment;
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const { fraction, meters: away } = findNearestOn(segment, point);
      const crossProduct = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]);
      if (away < best.away - 0.01) {
        best = {
          away,
          meters: segmentStart + fraction * length,
          side: crossProduct > 0 ? 'left' : 'right',
        };
      }
      segmentStart += length;
    }
  }
  return best;
}

it('pickPlaceInside returns an address inside the area, and throws for an area without houses', () => {
  const square: Line = [
    [-1000, -1000],
    [1000, -1000],
    [1000, 1000],
    [-1000, 1000],
  ];
  for (let count = 0; count < 50; count += 1) {
    const place = pickPlaceInside(square, sanFrancisco, createRandom('inside', count));
    const house = toPoint({ lat: place.latitude, lng: place.longitude }, sanFrancisco);
    expect(Math.max(...house.map(Math.abs))).toBeLessThanOrEqual(1001);
  }
  const sea: Line = square.map(([east, north]) => [east + 20_000, north]);
  expect(() => pickPlaceInside(sea, sanFrancisco, createRandom('inside'))).toThrow(
    'There is no address inside this shape.',
  );
});
