import { describe, expect, test } from 'vitest';
import { readRing } from './ring.ts';

const triangle = [
  [-97.76, 30.28],
  [-97.72, 30.28],
  [-97.74, 30.25],
];

/** Returns vertices on a circle around a point. */
const makeVertices = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count;
    return [-97.74 + Math.cos(angle) / 10, 30.27 + Math.sin(angle) / 10];
  });

describe('the vertices of an area', () => {
  test('form a closed ring, whether or not the last repeats the first @areas.shape', () => {
    const closed = [...triangle, triangle[0]];
    expect(readRing(triangle)).toEqual({ ring: closed, problem: null });
    expect(readRing(closed)).toEqual({ ring: closed, problem: null });
  });

  test('must number from 3 to 199; a list of 10,000 is refused without being read @areas.shape', () => {
    const problem = 'An area needs 3 to 199 points';
    expect(readRing(makeVertices(199)).problem).toBeNull();
    let reads = 0;
    const unreadable = Array.from({ length: 10_000 }, () => ({
      get 0() {
        reads += 1;
        return 0;
      },
    }));
    const closedLine = [triangle[0], triangle[1], triangle[0]];
    for (const vertices of [[], closedLine, makeVertices(200), unreadable]) {
      expect(readRing(vertices)).toEqual({ ring: null, problem });
    }
    expect(reads).toBe(0);
  });

  test.each([
    [[NaN, 30.2], 'Point 4: the latitude and longitude must be numbers'],
    [['-97.7', '30.2'], 'Point 4: the latitude and longitude must be numbers'],
    [[-97.7], 'Point 4: the latitude and longitude must be numbers'],
    [null, 'Point 4: the latitude and longitude must be numbers'],
    [[-97.7, Infinity], 'Point 4: the latitude and longitude must be numbers'],
    [
      [30.2, -97.7],
      'Point 4: the latitude must be from -90 to 90; latitude and longitude seem to be swapped',
    ],
    [[-97.7, 300], 'Point 4: the latitude must be from -90 to 90'],
    [[-197.7, 30], 'Point 4: the longitude must be from -180 to 180'],
    [[-97.72, 30.28], 'Point 4 repeats an earlier point'],
    [[-97.74, 33.2], 'An area can be up to 186 miles (300 km) across'],
    [[97.7, 30.2], "An area can't cross the 180th meridian"],
    [[0, 90], 'An area can be up to 186 miles (300 km) across'],
  ])('are refused if they include %j', (vertex, problem) => {
    expect(readRing([...triangle, vertex])).toEqual({ ring: null, problem });
  });

  test('may form edges that cross, since only the server checks that', () => {
    const bowTie = [
      [-97.76, 30.28],
      [-97.72, 30.25],
      [-97.72, 30.28],
      [-97.76, 30.25],
    ];
    expect(readRing(bowTie).problem).toBeNull();
  });

  test('are refused if they are all on one line', () => {
    const line = [
      [-97.76, 30.28],
      [-97.72, 30.28],
      [-97.74, 30.28],
    ];
    expect(readRing(line).problem).toBe("The points of an area can't all be on one line");
  });
});
