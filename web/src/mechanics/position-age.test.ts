import { expect, test } from 'vitest';
import { getPositionAge } from './position-age.ts';

const zone = 'America/Los_Angeles';
const now = Date.parse('2026-03-03T17:03:00Z');

test('a position counts as current for a minute, then its time is shown @tracking.reports', () => {
  expect(getPositionAge(zone, '2026-03-03T17:02:00Z', now)).toBe('Updated just now');
  expect(getPositionAge(zone, '2026-03-03T17:01:59Z', now)).toBe('Updated 9:01 AM');
});

test('for a position from an earlier day, the date is also shown', () => {
  expect(getPositionAge(zone, '2026-03-03T07:59:00Z', now)).toBe(
    'Updated Mon, Mar 02, 2026, 11:59 PM',
  );
});

test('a position reported by a device whose clock is ahead counts as current', () => {
  expect(getPositionAge(zone, '2026-03-03T17:04:00Z', now)).toBe('Updated just now');
});
