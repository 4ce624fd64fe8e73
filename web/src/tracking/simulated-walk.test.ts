import { expect, test } from 'vitest';
import { startSimulatedWalk } from './simulated-walk.ts';

const center = { lat: 37.7749, lng: -122.4194 };

test('the simulated walk moves along the main streets, within 0.005 degrees of the center @tracking.demo', () => {
  const next = startSimulatedWalk(center);
  const points = Array.from({ length: 500 }, next);
  // The last digits of the limits in these tests are a tolerance for rounding.
  for (const { lat, lng } of points) {
    expect(lat === center.lat || lng === center.lng).toBe(true);
    expect(Math.abs(lat - center.lat)).toBeLessThanOrEqual(0.005_01);
    expect(Math.abs(lng - center.lng)).toBeLessThanOrEqual(0.005_01);
  }
  expect(new Set(points.map(({ lat, lng }) => `${lat} ${lng}`)).size).toBeGreaterThan(300);
});

test('the simulated walk turns around at the ends, changes streets only at the crossing, and never jumps', () => {
  // Starts at the eastern end, then moves a block toward the center with each report.
  const next = startSimulatedWalk(center, () => 1);
  expect(next()).toEqual({ lat: 37.7749, lng: -122.4144 });
  expect(next()).toEqual({ lat: 37.7749, lng: -122.4154 });
  const nextPoint = startSimulatedWalk(center);
  let last = nextPoint();
  for (let report = 0; report < 500; report += 1) {
    const point = nextPoint();
    const step = Math.abs(point.lat - last.lat) + Math.abs(point.lng - last.lng);
    expect(step).toBeLessThanOrEqual(0.001_03);
    last = point;
  }
});
