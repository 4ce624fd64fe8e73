import { expect, test } from 'vitest';
import { findSkippedTime } from './local-time-rules.ts';

const zone = 'America/Los_Angeles';

test('a time that clocks skip in spring does not exist @time-off.skipped-hour', () => {
  expect(findSkippedTime('2026-03-08', '01:59', zone)).toBeNull();
  expect(findSkippedTime('2026-03-08', '02:00', zone)).toBe(
    "2:00 AM doesn't exist on Mar 08, 2026, because clocks go forward then.",
  );
  expect(findSkippedTime('2026-03-08', '02:59', zone)).not.toBeNull();
  expect(findSkippedTime('2026-03-08', '03:00', zone)).toBeNull();
  expect(findSkippedTime('2026-03-07', '02:30', zone)).toBeNull();
});

test('a time that clocks repeat in autumn exists, and so does the end of a day', () => {
  expect(findSkippedTime('2026-11-01', '01:30', zone)).toBeNull();
  expect(findSkippedTime('2026-11-01', '24:00', zone)).toBeNull();
  expect(findSkippedTime('2026-03-08', '24:00', zone)).toBeNull();
});
