import { expect, test } from 'vitest';
import { isPlausible } from './position-rules.ts';

const at = new Date('2026-03-03T17:00:00Z');
const secondsLater = (seconds: number) => new Date(at.getTime() + seconds * 1_000);
const last = { lat: 37.77, lng: -122.42, at };

/** The length of a degree of latitude, on the sphere that distances are computed on. */
const metersPerDegree = 111_194.93;

/** Returns a measured position, the given number of meters north of the last one. */
const northOfLast = (meters: number, accuracy = 10) => ({
  lat: last.lat + meters / metersPerDegree,
  lng: last.lng,
  accuracy,
});

test('a position is stored only if its accuracy is 100 m or better @tracking.measured', () => {
  expect(isPlausible(northOfLast(0, 0), null, at)).toBe(true);
  expect(isPlausible(northOfLast(0, 100), null, at)).toBe(true);
  expect(isPlausible(northOfLast(0, 100.1), null, at)).toBe(false);
  expect(isPlausible(northOfLast(0, 5_000), last, secondsLater(3_600))).toBe(false);
});

test('a position that could be reached only at more than 200 km/h is not stored @tracking.measured', () => {
  expect(isPlausible(northOfLast(1_600), last, secondsLater(30))).toBe(true);
  expect(isPlausible(northOfLast(1_700), last, secondsLater(30))).toBe(false);
  expect(isPlausible(northOfLast(33_000), last, secondsLater(600))).toBe(true);
  expect(isPlausible(northOfLast(34_000), last, secondsLater(600))).toBe(false);
});

test('a move of up to one kilometer is always plausible, and so is any move after more than ten minutes @tracking.measured', () => {
  expect(isPlausible(northOfLast(1_000), last, at)).toBe(true);
  expect(isPlausible(northOfLast(1_001), last, at)).toBe(false);
  expect(isPlausible(northOfLast(4_000_000), last, secondsLater(600))).toBe(false);
  expect(isPlausible(northOfLast(4_000_000), last, secondsLater(600.001))).toBe(true);
});

test('after the clock is set back, only moves of up to one kilometer are plausible', () => {
  expect(isPlausible(northOfLast(500), last, secondsLater(-60))).toBe(true);
  expect(isPlausible(northOfLast(1_500), last, secondsLater(-60))).toBe(false);
});

test('poles, zero coordinates and swapped coordinates are implausible soon after a real position @tracking.measured', () => {
  const wrongPositions = [
    { lat: 90, lng: 0 },
    { lat: -90, lng: -122.42 },
    { lat: 0, lng: 0 },
  ];
  for (const position of wrongPositions) {
    expect(isPlausible({ ...position, accuracy: 5 }, last, secondsLater(30))).toBe(false);
  }
  const newYork = { lat: 40.71, lng: -74.01, at };
  expect(isPlausible({ lat: -74.01, lng: 40.71, accuracy: 5 }, newYork, secondsLater(30))).toBe(
    false,
  );
});

test('a position without an accuracy is always accepted, however far away it is', () => {
  expect(isPlausible({ lat: -33, lng: 151 }, last, secondsLater(1))).toBe(true);
});
