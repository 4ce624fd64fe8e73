import type { ServiceArea } from '@curbwrench/contract/service-areas/schemas';
import { expect, test } from 'vitest';
import { drawArea, findAreaAt } from './area-shapes.ts';

type AreaShape = Pick<ServiceArea, 'ring' | 'circle' | 'zipCenters'>;

/** An L-shaped ring. Its centroid, 19/14 in both directions, is not the mean of its vertices. */
const ring: AreaShape['ring'] = [
  [0, 0],
  [4, 0],
  [4, 1],
  [1, 1],
  [1, 4],
  [0, 4],
  [0, 0],
];
const circle = { lat: 0.5, lng: 0.5, radiusMiles: 10 };
const noShapes = { ring: null, circle: null, zipCenters: [] } satisfies AreaShape;

test('an area is drawn with its ring, its circle and the ZIP codes whose centers are known', () => {
  const zipCenters = [{ zip: '78701', lat: 30.27, lng: -97.74 }];
  const drawing = drawArea({ ring, circle, zipCenters }, true);
  expect(drawing.shapes.map(({ kind, isHighlighted }) => [kind, isHighlighted])).toEqual([
    ['area', true],
    ['area', true],
    ['points', true],
  ]);
});

test("an area's label is in the middle of its ring, on the edge of its circle, or among its ZIP codes", () => {
  const label = (area: Partial<AreaShape>) => drawArea({ ...noShapes, ...area }, false).label;
  expect(label({ ring })?.lat).toBeCloseTo(19 / 14);
  expect(label({ ring })?.lng).toBeCloseTo(19 / 14);
  // 10 miles north of the center.
  expect(label({ circle })?.lat).toBeCloseTo(0.6447, 3);
  expect(label({ circle })?.lng).toBeCloseTo(0.5);
  const zipCenters = [
    { zip: '1', lat: 10, lng: 20 },
    { zip: '2', lat: 12, lng: 30 },
  ];
  expect(label({ zipCenters })).toEqual({ lat: 11, lng: 25 });
  expect(label({})).toBeNull();
});

test('the area at a point is the one with the smallest ring around it, or else the one with the smallest circle', () => {
  const withRing = { ...noShapes, ring };
  const small = { ...noShapes, circle };
  const large = { ...noShapes, circle: { ...circle, radiusMiles: 150 } };
  const areas = [large, small, withRing, noShapes];
  expect(findAreaAt(areas, { lat: 0.5, lng: 0.5 })).toBe(withRing);
  expect(findAreaAt(areas, { lat: 0.5, lng: 3 })).toBe(withRing);
  expect(findAreaAt(areas, { lat: 0.5, lng: -0.1 })).toBe(large);
  expect(findAreaAt(areas, { lat: 0.5, lng: -0.01 })).toBe(large);
  expect(
    findAreaAt([large, { ...noShapes, circle: { ...circle, lng: -0.01 } }], {
      lat: 0.5,
      lng: -0.05,
    }),
  ).toEqual({ ...noShapes, circle: { ...circle, lng: -0.01 } });
  expect(findAreaAt(areas, { lat: 20, lng: 2 })).toBeNull();
});
