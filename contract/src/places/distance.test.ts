import { expect, test } from 'vitest';
import { estimateMinutes, straightLineMeters } from './distance.ts';

const cityHall = { lat: 37.7793, lng: -122.4193 };

test('the distance is measured along the surface of a sphere', () => {
  expect(straightLineMeters(cityHall, cityHall)).toBe(0);
  // San Francisco to Los Angeles: 559 km.
  const losAngeles = { lat: 34.0522, lng: -118.2437 };
  expect(straightLineMeters(cityHall, losAngeles) / 1000).toBeCloseTo(559, -1);
  expect(straightLineMeters(losAngeles, cityHall)).toBe(straightLineMeters(cityHall, losAngeles));
});

test('the distance is the short way across the date line', () => {
  const west = { lat: 0, lng: 179.999 };
  const east = { lat: 0, lng: -179.999 };
  expect(straightLineMeters(west, east)).toBe(222);
  expect(straightLineMeters({ lat: 90, lng: 0 }, { lat: -90, lng: 0 })).toBe(20_015_087);
});

test('the estimated driving time assumes city streets and is at least one minute', () => {
  expect(estimateMinutes(0)).toBe(1);
  // 3.5 km in a straight line are 4.55 km of streets: 7.8 minutes at 35 km/h.
  expect(estimateMinutes(3_500)).toBe(8);
});
