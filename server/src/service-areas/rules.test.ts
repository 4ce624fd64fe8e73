import { describe, expect, test } from 'vitest';
import { decideServiceArea as decide, getTripFee, type AreaForPlace } from './rules.ts';

const center = { lat: 37.7725, lng: -122.4147 };

/** Returns a point that is the given number of kilometers north of the ZIP code's center. */
const northOf = (kilometers: number) => ({ ...center, lat: center.lat + kilometers / 111.1949 });

/** Decides for a ZIP code with this center, or with an unknown center if null. */
const decideForZip = <Area extends AreaForPlace>(
  areas: readonly Area[],
  position: typeof center | null,
) => decide(areas, { position, precision: position ? 'zip' : 'unknown' });

/**
 * Creates an area with a circle whose edge is this many kilometers away; if negative, the ZIP code's center is
 * inside.
 */
function makeCircle(name: string, kilometersToEdge: number, radiusMiles = 10) {
  const point = northOf(radiusMiles * 1.609344 + kilometersToEdge);
  return { name, listsZip: false, circle: { ...point, radiusMiles }, ring: null };
}

const makeZipArea = (name: string, listsZip: boolean | null) => ({
  name,
  listsZip,
  circle: null,
  ring: null,
});

describe('the answer for a ZIP code', () => {
  test.each([
    ['yes', -7.1],
    ['unsure', -6.9],
    ['unsure', 0],
    ['unsure', 6.9],
    ['no', 7.1],
  ])('is "%s" if the edge of a circle is %d km away @areas.circle', (answer, kilometers) => {
    const circle = makeCircle('Around', kilometers);
    expect(decideForZip([circle], center)).toEqual({
      answer,
      area: answer === 'yes' ? circle : null,
    });
    // Another area with a list of ZIP codes makes no difference.
    expect(decideForZip([makeZipArea('List', false), circle], center).answer).toBe(answer);
  });

  test('is "unsure" in a circle with a radius of less than 7 km @areas.circle', () => {
    const circle = {
      name: 'Small',
      listsZip: false,
      circle: { ...center, radiusMiles: 4 },
      ring: null,
    };
    expect(decideForZip([circle], center)).toEqual({ answer: 'unsure', area: null });
  });

  test('is "no" only if all circles are far away @areas.circle', () => {
    const far = makeCircle('Far', 50);
    expect(decideForZip([far, makeCircle('Near', 1), far], center).answer).toBe('unsure');
    expect(decideForZip([far, far], center).answer).toBe('no');
  });

  test('is "unsure" if there is no area, or if there is a circle but the center is unknown @areas.circle', () => {
    expect(decideForZip([], center)).toEqual({ answer: 'unsure', area: null });
    const areas = [makeZipArea('List', false), makeCircle('Around', -10)];
    expect(decideForZip(areas, null)).toEqual({ answer: 'unsure', area: null });
    expect(decideForZip(areas.slice(0, 1), null)).toEqual({ answer: 'no', area: null });
  });
});

describe('with several areas', () => {
  test("the area that lists the ZIP code decides, even if the ZIP code's center is unknown @areas.overlap", () => {
    const zipArea = makeZipArea('List', true);
    const around = makeCircle('Around', -10);
    expect(decideForZip([around, zipArea], center)).toEqual({ answer: 'yes', area: zipArea });
    expect(decideForZip([around, zipArea], null)).toEqual({ answer: 'yes', area: zipArea });
  });

  test('the smallest circle that certainly contains the ZIP code decides @areas.overlap', () => {
    const large = makeCircle('Large', -30, 30);
    const small = makeCircle('Small', -10, 15);
    expect(decideForZip([large, small], center).area).toBe(small);
    expect(decideForZip([small, large], center).area).toBe(small);
    const nearEdge = makeCircle('Near its edge', -5, 12);
    expect(decideForZip([large, nearEdge], center).area).toBe(large);
    const same = { ...small, name: 'As small' };
    expect(decideForZip([small, same], center).area).toBe(small);
    expect(decideForZip([same, small], center).area).toBe(same);
  });
});

/** Creates an area with a square around the center, whose edges are this many kilometers away from it. */
function makeSquare(name: string, kilometers: number) {
  const lat = kilometers / 111.195;
  const lng = lat / Math.cos((center.lat * Math.PI) / 180);
  const vertices = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ] as const;
  const ring = vertices.map(([x, y]): [number, number] => [
    center.lng + x * lng,
    center.lat + y * lat,
  ]);
  return { name, listsZip: false, circle: null, ring };
}

describe('the answer for a place', () => {
  test.each([
    ['pin', 0.01],
    ['house', 0.01],
    ['street', 0.2],
    ['zip', 7],
    ['town', 15],
  ] as const)(
    'with the precision %s is "unsure" only within %d km of an edge @areas.edge',
    (precision, margin) => {
      const square = makeSquare('Square', 20);
      const answerAt = (kilometers: number) =>
        decide([square], { position: northOf(kilometers), precision }).answer;
      expect(answerAt(20 - margin - 0.1)).toBe('yes');
      expect(answerAt(20 + margin + 0.1)).toBe('no');
      if (margin > 0.1) {
        expect(answerAt(20 - margin + 0.1)).toBe('unsure');
        expect(answerAt(20 + margin - 0.1)).toBe('unsure');
      }
    },
  );

  test('is decided by the area that lists the ZIP code, even for a pin @areas.overlap', () => {
    const zipArea = makeZipArea('List', true);
    const areas = [makeSquare('Square', 5), zipArea];
    expect(decide(areas, { position: center, precision: 'pin' }).area).toBe(zipArea);
    expect(decide(areas, { position: northOf(50), precision: 'pin' }).area).toBe(zipArea);
  });

  test('is decided by the smallest drawn area and, only if there is none, by a circle @areas.overlap', () => {
    const small = makeSquare('Small', 20);
    const large = makeSquare('Large', 40);
    const circle = makeCircle('Circle', -1, 2);
    const areas = [circle, large, small];
    expect(decide(areas, { position: center, precision: 'pin' }).area).toBe(small);
    expect(decide(areas, { position: northOf(30), precision: 'pin' }).area).toBe(large);
    expect(decide([circle], { position: center, precision: 'pin' }).area).toBe(circle);
  });

  test('is "unsure" outside all shapes if an area could list the ZIP code @areas.edge', () => {
    const areas = [makeSquare('Square', 5), makeZipArea('List', null)];
    expect(decide(areas, { position: northOf(50), precision: 'pin' }).answer).toBe('unsure');
    expect(decide(areas, { position: null, precision: 'unknown' }).answer).toBe('unsure');
  });

  test('follows the exact shape of a drawn area that is not convex @areas.shape', () => {
    // An L-shaped area to the south and west of the center.
    const at = (x: number, y: number): [number, number] => [center.lng + x, center.lat + y];
    const ring = [
      at(-1, -1),
      at(1, -1),
      at(1, -0.5),
      at(-0.5, -0.5),
      at(-0.5, 1),
      at(-1, 1),
      at(-1, -1),
    ];
    const area = { listsZip: false, circle: null, ring };
    const answerAt = (x: number, y: number) =>
      decide([area], {
        position: { lat: center.lat + y, lng: center.lng + x },
        precision: 'pin',
      }).answer;
    expect(answerAt(-0.75, 0.5)).toBe('yes');
    expect(answerAt(0.5, -0.75)).toBe('yes');
    expect(answerAt(0, 0)).toBe('no');
    expect(answerAt(0.5, 0.5)).toBe('no');
  });
});

describe('the trip fee', () => {
  const feeBands = [
    { upToMiles: 5, fee: '0.00' },
    { upToMiles: 10, fee: '15.00' },
  ];
  test.each([
    [0, '0.00'],
    [4.9, '0.00'],
    [5.1, '15.00'],
    [40, '15.00'],
  ])(
    'at %d miles is the fee of the first distance band that reaches that far: %s @areas.bands',
    (miles, fee) => {
      expect(getTripFee({ tripFee: '7.00', feeBands }, northOf(miles * 1.609344), center)).toBe(
        fee,
      );
    },
  );

  test('is the fee of the last band if the distance is unknown; without bands, it is the same everywhere @areas.bands', () => {
    expect(getTripFee({ tripFee: '7.00', feeBands }, null, center)).toBe('15.00');
    expect(getTripFee({ tripFee: '7.00', feeBands: null }, northOf(90), center)).toBe('7.00');
  });
});
