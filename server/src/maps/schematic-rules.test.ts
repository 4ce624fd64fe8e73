import { expect, test } from 'vitest';
import type { Place } from '../places/rules.ts';
import { createSchematic, type Line } from './schematic-rules.ts';

const center = { lat: 40, lng: -100 };

/** Returns a ZIP code and its place, which is the given number of degrees north of the center. */
const zipAt = (zip: string, name: string, degrees: number): [string, Place] => [
  zip,
  { name, state: 'NE', lat: 40 + degrees, lng: -100 },
];

const listFeatures = (zips: readonly [string, Place][], lines: readonly Line[] = []) =>
  createSchematic(new Map(zips), lines, center).map(({ properties: { layer, name, rank } }) =>
    [layer, name, rank].join(' '),
  );

test("of the cities with only one ZIP code, only the business's own city is shown @maps.schematic", () => {
  const zips = [zipAt('69001', 'Farther', 0.2), zipAt('69002', 'Home', 0.1)];
  expect(listFeatures(zips)).toEqual(['zip 69001 1', 'zip 69002 1', 'place Home 1']);
});

test('a city that is spelled in different ways is shown once, in the middle of its ZIP codes @maps.schematic', () => {
  const zips = [zipAt('69001', 'St. Paul', 0.1), zipAt('69002', 'Saint Paul', 0.3)];
  expect(createSchematic(new Map(zips), [], center).at(-1)).toEqual({
    type: 'Feature',
    properties: { layer: 'place', name: 'St. Paul', rank: 1 },
    geometry: { type: 'Point', coordinates: [-100, 40.2] },
  });
});

test('a county line that leaves the map ends at its first point outside and continues where it comes back @maps.schematic', () => {
  const line: Line = [3, 2, 1, 0, 2, 3, 4, 3, 2, 1].map((degrees) => [-100, 40 + degrees]);
  const [county] = createSchematic(new Map(), [line], center);
  expect(county?.geometry).toEqual({
    type: 'MultiLineString',
    coordinates: [
      [
        [-100, 42],
        [-100, 41],
        [-100, 40],
        [-100, 42],
      ],
      [
        [-100, 42],
        [-100, 41],
      ],
    ],
  });
});

test('the map is empty if there are no ZIP codes nearby @maps.schematic', () => {
  const zips = [zipAt('69001', 'Distant', 2), zipAt('69002', 'Distant', 2.1)];
  expect(
    listFeatures(zips, [
      [
        [0, 50],
        [1, 50],
      ],
    ]),
  ).toEqual([]);
});
