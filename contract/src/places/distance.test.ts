import { expect, test } from 'vitest';
import { estimatedMinutes, straightLineMetres } from './distance.ts';

const cityHall = { lat: 37.7793, lng: -122.4193 };

test('a straight line is measured on the sphere', () => {
  expect(straightLineMetres(cityHall, cityHall)).toBe(0);
  // San Francisco to Los Angeles: 559 km.
  const angeles = { lat: 34.0522, lng: -118.2437 };
  expect(straightLineMetres(cityHall, angeles) / 1000).toBeCloseTo(559, -1);
  expect(straightLineMetres(angeles, cityHall)).toBe(straightLineMetres(cityHall, angeles));
});

test('a straight line takes the short way across the date line', () => {
  const west = { lat: 0, lng: 179.999 };
  const east = { lat: 0, lng: -179.999 };
  expect(straightLineMetres(west, east)).toBe(222);
  expect(straightLineMetres({ lat: 90, lng: 0 }, { lat: -90, lng: 0 })).toBe(20_015_087);
});

test('estimated minutes assume city streets and are at least one', () => {
  expect(estimatedMinutes(0)).toBe(1);
  // 3.5 km in a straight line are 4.55 km of streets: 7.8 minutes at 35 km/h.
  expect(estimatedMinutes(3_500)).toBe(8);
});
