import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first request runs the work immediately, and all requests during the interval run it once at the end @tracking.many', () => {
  const work = vi.fn<() => void>();
  const { request } = throttle(2_000, work);
  request();
  expect(work).toHaveBeenCalledTimes(1);
  for (let ms = 0; ms < 1_990; ms += 10) {
    vi.advanceTimersByTime(10);
    request();
  }
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10);
  expect(work).toHaveBeenCalledTimes(2);

  vi.advanceTimersByTime(2_000);
  expect(work, 'nothing has been requested since').toHaveBeenCalledTimes(2);
  request();
  expect(work).toHaveBeenCalledTimes(3);
});

test('the work does not run again after `stop`', () => {
  const work = vi.fn<() => void>();
  const { request, stop } = throttle(2_000, work);
  request();
  request();
  stop();
  request();
  vi.advanceTimersByTime(10_000);
  expect(work).toHaveBeenCalledTimes(1);
});
