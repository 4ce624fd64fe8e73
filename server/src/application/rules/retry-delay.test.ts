import { describe, expect, test } from 'vitest';
import { getNextAttemptTime, parseRetryAfter } from './retry-delay.ts';

const now = new Date('2026-03-03T09:00:00Z');
const second = 1000;
const hour = 3600 * second;
const after = (ms: number) => new Date(now.getTime() + ms);

describe('the delay between attempts', () => {
  test.each([
    [1, 30],
    [2, 60],
    [3, 120],
    [7, 1920],
  ])('doubles after each failure: after attempt %i it is %i s', (attempts, seconds) => {
    expect(getNextAttemptTime(attempts, now, 0)).toEqual(after(seconds * second));
  });

  test('is up to a fifth longer at random, so that messages that failed together are not retried together', () => {
    expect(getNextAttemptTime(1, now, 1)).toEqual(after(36 * second));
  });

  test('is at least as long as the provider requests', () => {
    expect(getNextAttemptTime(1, now, 0, 600)).toEqual(after(600 * second));
    expect(getNextAttemptTime(8, now, 0, 600)).toEqual(after(hour));
  });

  test('is never longer than an hour otherwise', () => {
    for (const attempts of [8, 9, 100]) {
      expect(getNextAttemptTime(attempts, now, 0)).toEqual(after(hour));
    }
  });
});

test('Retry-After is read as seconds or as a date', () => {
  expect(parseRetryAfter('120', now)).toBe(120);
  expect(parseRetryAfter('Tue, 03 Mar 2026 09:02:00 GMT', now)).toBe(120);
  expect(parseRetryAfter('Tue, 03 Mar 2026 08:00:00 GMT', now)).toBe(0);
  expect(parseRetryAfter('soon', now)).toBeNull();
  expect(parseRetryAfter(null, now)).toBeNull();
});
