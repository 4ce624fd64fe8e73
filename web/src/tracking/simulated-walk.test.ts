import { expect, test } from 'vitest';
import { startSimulatedWalk } from './simulated-walk.ts';

const centre = { lat: 37.7749, lng: -122.4194 };

test('the simulated walk moves along the main streets, within 0.005 degrees of the center @tracking.demo', () => {
  const next = startSimulatedWalk(centre);
  const points = Array.from({ length: 500 }, next);
  for (const { lat, lng } of points) {
    expect(lat === centre.lat || lng === centre.lng).toBe(true);
    expect(Math.abs(lat - centre.lat)).toBeLessThanOrEqual(0.005_01);
    expect(Math.abs(lng - centre.lng)).toBeLessThanOrEqual(0.005_01);
  }
  expect(new Set(points.map(({ lat, lng }) => `${lat} ${lng}`)).size).toBeGreaterThan(300);
});

test('the simulated walk turns around at the ends, into the other street only at the crossing, and never jumps', () => {
  // East, at the eastern end; then a block toward the center with each report.
  const next = startSimulatedWalk(centre, () => 1);
  expect(next()).toEqual({ lat: 37.7749, lng: -122.4144 });
  expect(next()).toEqual({ lat: 37.7749, lng: -122.4154 });
  const other = startSimulatedWalk(centre);
  let last = other();
  for (let report = 0; report < 500; report += 1) {
    const point = other();
    const step = Math.abs(point.lat - last.lat) + Math.abs(point.lng - last.lng);
    expect(step).toBeLessThanOrEqual(0.001_03);
    last = point;
  }
});
