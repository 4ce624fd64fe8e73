import { expect, test } from 'vitest';
import { startSimulatedWalk } from './simulated-walk.ts';

const centre = { lat: 37.7749, lng: -122.4194 };

test('the simulated walk moves, within 0.005 degrees of the center @tracking.demo', () => {
  const next = startSimulatedWalk(centre);
  const points = Array.from({ length: 500 }, next);
  for (const { lat, lng } of points) {
    expect(Math.abs(lat - centre.lat)).toBeLessThanOrEqual(0.005_01);
    expect(Math.abs(lng - centre.lng)).toBeLessThanOrEqual(0.005_01);
  }
  expect(new Set(points.map(({ lat, lng }) => `${lat} ${lng}`)).size).toBeGreaterThan(400);
});

test('the simulated walk never leaves its area and never jumps', () => {
  const next = startSimulatedWalk(centre, () => 1);
  const first = next();
  expect(first).toEqual({ lat: 37.7799, lng: -122.4144 });
  expect(next()).toEqual(first);
  const back = startSimulatedWalk(centre, () => 0.5);
  expect(back()).toEqual(centre);
});
