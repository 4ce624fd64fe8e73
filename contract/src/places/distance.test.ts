import { expect, test } from 'vitest';
import {
  estimateDriveMinutes,
  estimateRoadMeters,
  metersPerMile,
  roundDriveMinutes,
  straightLineMeters,
} from './distance.ts';

const cityHall = { lat: 37.7793, lng: -122.4193 };

test('the distance is measured along the surface of a sphere', () => {
  expect(straightLineMeters(cityHall, cityHall)).toBe(0);
  // San Francisco to Los Angeles: 559 km.
  const losAngeles = { lat: 34.0522, lng: -118.2437 };
  expect(straightLineMeters(cityHall, losAngeles) / 1000).toBeCloseTo(559, -1);
  expect(straightLineMeters(losAngeles, cityHall)).toBe(straightLineMeters(cityHall, losAngeles));
});

test('across the date line, the shorter distance is measured', () => {
  const west = { lat: 0, lng: 179.999 };
  const east = { lat: 0, lng: -179.999 };
  expect(straightLineMeters(west, east)).toBe(222);
  expect(straightLineMeters({ lat: 90, lng: 0 }, { lat: -90, lng: 0 })).toBe(20_015_087);
});

test('estimated driving times are close to published averages @tracking.estimate', () => {
  // Average trips in the United States: 8.3 miles in towns take 20.7 min, 10.2 miles overall 22.0 min, and
  // 17.5 miles in rural areas 27.2 min (Probst et al. 2007).
  const minutes = [8.3, 10.2, 17.5].map((miles) => estimateDriveMinutes(miles * metersPerMile));
  expect(minutes.map((each) => each.toFixed(1))).toEqual(['19.5', '22.8', '32.2']);
  expect(estimateDriveMinutes(0)).toBe(2);
});

test('the distance by road is estimated as 1.4 times the straight line on short trips, and 1.3 times on others @tracking.estimate', () => {
  expect(estimateRoadMeters(0)).toBe(0);
  expect(estimateRoadMeters(2_000)).toBeCloseTo(2_800);
  expect(estimateRoadMeters(10_000)).toBeCloseTo(13_000);
});

test('a longer distance never has a shorter estimate @tracking.estimate', () => {
  let previous = { meters: 0, minutes: 0, rounded: 0 };
  for (let straight = 0; straight < 100_000; straight += 50) {
    const meters = estimateRoadMeters(straight);
    const minutes = estimateDriveMinutes(meters);
    const rounded = roundDriveMinutes(minutes);
    expect(meters).toBeGreaterThanOrEqual(previous.meters);
    expect(minutes).toBeGreaterThanOrEqual(previous.minutes);
    expect(rounded).toBeGreaterThanOrEqual(previous.rounded);
    previous = { meters, minutes, rounded };
  }
});

test('driving time is rounded to minutes up to ten, then to multiples of five @tracking.estimate', () => {
  const rounded = [0, 0.4, 1.5, 9.6, 10.4, 10.6, 12.4, 12.5, 22.8, 58].map(roundDriveMinutes);
  expect(rounded).toEqual([1, 1, 2, 10, 10, 10, 10, 15, 25, 60]);
});
