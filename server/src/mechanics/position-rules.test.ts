import { expect, test } from 'vitest';
import { isPlausible } from './position-rules.ts';

const at = new Date('2026-03-03T17:00:00Z');
const later = (seconds: number) => new Date(at.getTime() + seconds * 1_000);
const last = { lat: 37.77, lng: -122.42, at };

/** Returns a measured position this many meters north of the last one. */
const north = (meters: number, accuracy = 10) => ({
  lat: last.lat + meters / 111_194.93,
  lng: last.lng,
  accuracy,
});

test('a position is worth storing up to an accuracy of 100 m @tracking.measured', () => {
  expect(isPlausible(north(0, 0), null, at)).toBe(true);
  expect(isPlausible(north(0, 100), null, at)).toBe(true);
  expect(isPlausible(north(0, 100.1), null, at)).toBe(false);
  expect(isPlausible(north(0, 5_000), last, later(3_600))).toBe(false);
});

test('a position that nobody can have reached by 200 km/h is not worth storing @tracking.measured', () => {
  expect(isPlausible(north(1_600), last, later(30))).toBe(true);
  expect(isPlausible(north(1_700), last, later(30))).toBe(false);
  expect(isPlausible(north(33_000), last, later(600))).toBe(true);
  expect(isPlausible(north(34_000), last, later(600))).toBe(false);
});

test('a kilometer is never impossible, and nothing is after ten minutes @tracking.measured', () => {
  expect(isPlausible(north(1_000), last, at)).toBe(true);
  expect(isPlausible(north(1_001), last, at)).toBe(false);
  expect(isPlausible(north(4_000_000), last, later(600))).toBe(false);
  expect(isPlausible(north(4_000_000), last, later(600.001))).toBe(true);
});

test('a clock that was set back makes no move possible beyond a kilometer', () => {
  expect(isPlausible(north(500), last, later(-60))).toBe(true);
  expect(isPlausible(north(1_500), last, later(-60))).toBe(false);
});

test('the poles and swapped coordinates are impossible in the middle of a day @tracking.measured', () => {
  const wrong = [
    { lat: 90, lng: 0 },
    { lat: -90, lng: -122.42 },
    { lat: 0, lng: 0 },
  ];
  for (const position of wrong) {
    expect(isPlausible({ ...position, accuracy: 5 }, last, later(30))).toBe(false);
  }
  const newYork = { lat: 40.71, lng: -74.01, at };
  expect(isPlausible({ lat: -74.01, lng: 40.71, accuracy: 5 }, newYork, later(30))).toBe(false);
});

test('a position without an accuracy was not measured, and can be anywhere', () => {
  expect(isPlausible({ lat: -33, lng: 151 }, last, later(1))).toBe(true);
});
