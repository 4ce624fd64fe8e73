import { expect, it } from 'vitest';
import { getGlidePoint, planGlide } from './glide.ts';

const from = { lat: 30, lng: -97 };
const near = { lat: 30.002, lng: -97.004 };

it('a glide interpolates between the last two reported positions, so the van lags by one report', () => {
  const glide = planGlide(from, near, 1_000, 10_000);
  expect(getGlidePoint(glide, 1_000)).toEqual(from);
  const middle = getGlidePoint(glide, 6_000);
  expect(middle.lat).toBeCloseTo(30.001);
  expect(middle.lng).toBeCloseTo(-97.002);
});

it('a glide never draws a van beyond its last report', () => {
  const glide = planGlide(from, near, 0, 5_000);
  expect(getGlidePoint(glide, 5_000)).toEqual(near);
  expect(getGlidePoint(glide, 500_000)).toEqual(near);
});

it('a glide takes 2 to 20 seconds', () => {
  expect(planGlide(from, near, 0, 100).durationMs).toBe(2_000);
  expect(planGlide(from, near, 0, 7_000).durationMs).toBe(7_000);
  expect(planGlide(from, near, 0, 45_000).durationMs).toBe(20_000);
});

it('a van jumps after a long pause or over a long distance', () => {
  expect(planGlide(from, near, 0, 61_000).durationMs).toBe(0);
  expect(planGlide(from, { lat: 30.02, lng: -97 }, 0, 10_000).durationMs).toBe(0);
  expect(getGlidePoint(planGlide(from, near, 0, 61_000), 0)).toEqual(near);
});
