import { describe, expect, test } from 'vitest';
import { addVertex, appendVertex, moveVertex, readPoints, removeVertex } from './vertex-editing.ts';

/** About 3.3 km high and 3.8 km wide; clockwise from the northwest corner. */
const square = '30.28, -97.76\n30.28, -97.72\n30.25, -97.72\n30.25, -97.76';

describe('a new vertex', () => {
  test.each([
    ['the first edge', { lat: 30.2801, lng: -97.74 }, 1],
    ['the second edge', { lat: 30.27, lng: -97.7201 }, 2],
    ['the third edge', { lat: 30.2501, lng: -97.73 }, 3],
    ['the edge that closes the area', { lat: 30.26, lng: -97.7599 }, 4],
  ])('near %s is inserted between the vertices of that edge @areas.draw', (_, position, index) => {
    const newText = addVertex(square, position, 20);
    expect(readPoints(newText)[index]).toEqual(position);
    expect(removeVertex(newText, index)).toBe(square);
  });

  test('that is not near any edge comes last, inside or outside the shape @areas.draw', () => {
    // 11 m from the first edge; in line with it but beyond its end; in the middle of the shape.
    const positions = [
      { lat: 30.2801, lng: -97.74 },
      { lat: 30.28, lng: -97.71 },
      { lat: 30.265, lng: -97.74 },
    ];
    for (const position of positions) {
      expect(readPoints(addVertex(square, position, 10)).at(-1)).toEqual(position);
    }
  });

  test('near two edges is added to the nearer one @areas.draw', () => {
    const position = { lat: 30.2799, lng: -97.7203 };
    expect(readPoints(addVertex(square, position, 100))[1]).toEqual(position);
  });

  test('near the first edge but nearer to the closing edge comes last @areas.draw', () => {
    const position = { lat: 30.2797, lng: -97.7599 };
    expect(readPoints(addVertex(square, position, 100)).at(-1)).toEqual(position);
  });

  test('comes last if there is at most one other vertex', () => {
    expect(addVertex('', { lat: 30, lng: -97 }, 50)).toBe('30, -97');
    expect(addVertex('30, -97', { lat: 30, lng: -97.0001 }, 50)).toBe('30, -97\n30, -97.0001');
  });

  test('that is appended comes last, even on an edge', () => {
    expect(readPoints(appendVertex(square, { lat: 30.28, lng: -97.74 })).at(-1)).toEqual({
      lat: 30.28,
      lng: -97.74,
    });
  });
});

test('lines that are not vertices are kept as entered, and no edge starts or ends there', () => {
  const text = '30.28, -97.76\nnorth\n30.25, -97.72\n\n91, 200';
  expect(readPoints(text)).toEqual([
    { lat: 30.28, lng: -97.76 },
    null,
    { lat: 30.25, lng: -97.72 },
    null,
  ]);
  expect(addVertex(text, { lat: 30.265, lng: -97.74 }, 1000)).toBe(
    '30.28, -97.76\nnorth\n30.25, -97.72\n91, 200\n30.265, -97.74',
  );
  expect(moveVertex(text, 2, { lat: 30.2512345678, lng: -97.5 })).toBe(
    '30.28, -97.76\nnorth\n30.251235, -97.5\n91, 200',
  );
  expect(removeVertex(text, 1)).toBe('30.28, -97.76\n30.25, -97.72\n91, 200');
});
