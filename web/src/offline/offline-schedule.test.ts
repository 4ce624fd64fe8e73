import { expect, test } from 'vitest';
import { describeCachedSchedule } from './offline-schedule.tsx';

const now = Date.parse('2026-03-03T17:41:00Z');
const minutes = (count: number) => count * 60_000;

test('the notice says when the cached schedule was fetched, in the business’s time zone, and how old it is', () => {
  expect(describeCachedSchedule(now, minutes(12), 'America/Los_Angeles')).toBe(
    "You're offline. This schedule is from Tue, Mar 03, 2026, 9:29 AM (12m ago).",
  );
  expect(describeCachedSchedule(now, minutes(60 * 26), 'Pacific/Auckland')).toBe(
    "You're offline. This schedule is from Tue, Mar 03, 2026, 4:41 AM (26h ago).",
  );
});
