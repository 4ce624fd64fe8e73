import { expect, test } from 'vitest';
import {
  getDayRange,
  canFit,
  listFittingStarts,
  snapStart,
  stackRows,
  stepStart,
  toMinuteAt,
  toPercentages,
} from './geometry.ts';

const range = { from: 8 * 60, to: 18 * 60 };

test('an empty day shows the usual hours, with an hour before and after @board.day', () => {
  const empty = { mechanics: [], appointments: [] };
  expect(getDayRange(empty)).toEqual({ from: 7 * 60, to: 19 * 60 });
});

test("a block's width shows its duration, and is cut off at the board's edges @board.day", () => {
  expect(toPercentages({ from: 9 * 60, to: 10 * 60 + 30 }, range)).toEqual({ left: 10, width: 15 });
  expect(toPercentages({ from: 7 * 60, to: 9 * 60 }, range)).toEqual({ left: 0, width: 10 });
  expect(toPercentages({ from: 19 * 60, to: 20 * 60 }, range).width).toBe(0);
});

test('a pointer position maps to a minute, and a drop snaps to the nearest quarter hour @board.place', () => {
  const track = { left: 100, width: 1000 };
  expect(toMinuteAt(100, track, range)).toBe(8 * 60);
  expect(toMinuteAt(350, track, range)).toBe(10 * 60 + 30);
  expect(snapStart(10 * 60 + 7, 60, range)).toBe(10 * 60);
  expect(snapStart(10 * 60 + 8, 60, range)).toBe(10 * 60 + 15);
  expect(snapStart(3 * 60, 60, range), 'not before the range').toBe(8 * 60);
  expect(snapStart(18 * 60, 90, range), 'ends within the range').toBe(16 * 60 + 30);
});

test('an arrow key moves a job to the next quarter hour, even from a start time between quarter hours @board.keyboard', () => {
  expect([stepStart(600, 1), stepStart(600, -1)]).toEqual([615, 585]);
  expect([stepStart(607, 1), stepStart(607, -1)]).toEqual([615, 600]);
});

test('overlapping blocks are in different rows, and other blocks share a row @board.day', () => {
  const spans = [
    { from: 0, to: 60 },
    { from: 30, to: 90 },
    { from: 60, to: 120 },
  ];
  expect(stackRows(spans)).toEqual([0, 1, 0]);
});

test('a job fits at the start times that the server lists for a mechanic, and in the unassigned lane at those of all mechanics @board.fits', () => {
  const placements = {
    mechanics: [
      { id: 'ana', starts: [{ from: '09:00', to: '10:00' }], reason: null },
      { id: 'bob', starts: [], reason: "Isn't working that day." },
    ],
  };
  expect(listFittingStarts(placements, null)).toEqual([{ from: 540, to: 600 }]);
  expect(canFit(placements, { mechanicId: 'ana', start: 600 })).toBe(true);
  expect(canFit(placements, { mechanicId: 'ana', start: 615 })).toBe(false);
  expect(canFit(placements, { mechanicId: 'bob', start: 540 })).toBe(false);
  expect(canFit(placements, { mechanicId: null, start: 540 })).toBe(true);
});
