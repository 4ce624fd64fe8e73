import { describe, expect, test } from 'vitest';
import { getNextAttemptTime, shouldGiveUp } from './rules.ts';

const now = new Date('2026-03-03T09:00:00Z');
const second = 1000;
const hour = 3600 * second;
const before = (ms: number) => new Date(now.getTime() - ms);
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

  test('is at least as long as the provider asks', () => {
    expect(getNextAttemptTime(1, now, 0, 600)).toEqual(after(600 * second));
    expect(getNextAttemptTime(8, now, 0, 600)).toEqual(after(hour));
  });

  test('is never longer than an hour otherwise', () => {
    for (const attempts of [8, 9, 100]) {
      expect(getNextAttemptTime(attempts, now, 0)).toEqual(after(hour));
    }
  });
});

describe('the server gives up on a message', () => {
  test('once it is older than two days', () => {
    const withAge = (ms: number) => ({ secret_until: null, created_at: before(ms) });
    expect(shouldGiveUp(withAge(0), now)).toBe(false);
    expect(shouldGiveUp(withAge(48 * hour), now)).toBe(false);
    expect(shouldGiveUp(withAge(48 * hour + 1), now)).toBe(true);
  });

  test('once its link has expired, however new it is', () => {
    const withLinkUntil = (expiresAt: Date) => ({ secret_until: expiresAt, created_at: before(1) });
    expect(shouldGiveUp(withLinkUntil(after(1)), now)).toBe(false);
    expect(shouldGiveUp(withLinkUntil(now), now)).toBe(true);
    expect(shouldGiveUp(withLinkUntil(before(1)), now)).toBe(true);
  });
});
