import { describe, expect, test } from 'vitest';
import { shouldGiveUp } from './rules.ts';

const now = new Date('2026-03-03T09:00:00Z');
const second = 1000;
const hour = 3600 * second;
const before = (ms: number) => new Date(now.getTime() - ms);
const after = (ms: number) => new Date(now.getTime() + ms);

describe('the server gives up on a message', () => {
  test('once it is older than two days', () => {
    const withAge = (ms: number) => ({ link_expires_at: null, created_at: before(ms) });
    expect(shouldGiveUp(withAge(0), now)).toBe(false);
    expect(shouldGiveUp(withAge(48 * hour), now)).toBe(false);
    expect(shouldGiveUp(withAge(48 * hour + 1), now)).toBe(true);
  });

  test('once its link has expired, even if the message is new', () => {
    const withLinkUntil = (expiresAt: Date) => ({
      link_expires_at: expiresAt,
      created_at: before(1),
    });
    expect(shouldGiveUp(withLinkUntil(after(1)), now)).toBe(false);
    expect(shouldGiveUp(withLinkUntil(now), now)).toBe(true);
    expect(shouldGiveUp(withLinkUntil(before(1)), now)).toBe(true);
  });
});
