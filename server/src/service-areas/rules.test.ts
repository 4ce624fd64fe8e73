import { describe, expect, test } from 'vitest';
import { decideServiceArea } from './rules.ts';

const center = { lat: 37.7725, lng: -122.4147 };

/** A point this many kilometers north of the ZIP code's center. */
const northOf = (kilometers: number) => ({ ...center, lat: center.lat + kilometers / 111.1949 });

/** An area with a circle whose edge is this many kilometers away; a negative number: the center is inside. */
function makeCircle(name: string, kilometersToEdge: number, radiusMiles = 10) {
  const point = northOf(radiusMiles * 1.609344 + kilometersToEdge);
  return { name, listsZip: false, circle: { ...point, radiusMiles } };
}

const makeList = (name: string, listsZip: boolean) => ({ name, listsZip, circle: null });

describe('whether the business serves a ZIP code', () => {
  test.each([
    ['yes', -7.1],
    ['unsure', -6.9],
    ['unsure', 0],
    ['unsure', 6.9],
    ['no', 7.1],
  ])('is answered with %s if a circle ends %d km away @areas.circle', (answer, kilometers) => {
    const circle = makeCircle('Around', kilometers);
    expect(decideServiceArea([circle], center)).toEqual({
      answer,
      area: answer === 'yes' ? circle : null,
    });
    // Other areas with a list of ZIP codes make no difference.
    expect(decideServiceArea([makeList('List', false), circle], center).answer).toBe(answer);
  });

  test('is never sure in a circle of less than 7 km @areas.circle', () => {
    const circle = { name: 'Small', listsZip: false, circle: { ...center, radiusMiles: 4 } };
    expect(decideServiceArea([circle], center)).toEqual({ answer: 'unsure', area: null });
  });

  test('is no only if all circles are far away @areas.circle', () => {
    const far = makeCircle('Far', 50);
    expect(decideServiceArea([far, makeCircle('Near', 1), far], center).answer).toBe('unsure');
    expect(decideServiceArea([far, far], center).answer).toBe('no');
  });

  test('is unsure without any area, and with a circle if the center is unknown @areas.circle', () => {
    expect(decideServiceArea([], center)).toEqual({ answer: 'unsure', area: null });
    const areas = [makeList('List', false), makeCircle('Around', -10)];
    expect(decideServiceArea(areas, null)).toEqual({ answer: 'unsure', area: null });
    expect(decideServiceArea(areas.slice(0, 1), null)).toEqual({ answer: 'no', area: null });
  });
});

describe('of several areas', () => {
  test('the one that lists the ZIP code decides, also if its center is unknown @areas.overlap', () => {
    const list = makeList('List', true);
    const around = makeCircle('Around', -10);
    expect(decideServiceArea([around, list], center)).toEqual({ answer: 'yes', area: list });
    expect(decideServiceArea([around, list], null)).toEqual({ answer: 'yes', area: list });
  });

  test('the smallest circle that surely contains it decides @areas.overlap', () => {
    const large = makeCircle('Large', -30, 30);
    const small = makeCircle('Small', -10, 15);
    expect(decideServiceArea([large, small], center).area).toBe(small);
    expect(decideServiceArea([small, large], center).area).toBe(small);
    const nearEdge = makeCircle('Near its edge', -5, 12);
    expect(decideServiceArea([large, nearEdge], center).area).toBe(large);
    const same = { ...small, name: 'As small' };
    expect(decideServiceArea([small, same], center).area).toBe(small);
    expect(decideServiceArea([same, small], center).area).toBe(same);
  });
});
