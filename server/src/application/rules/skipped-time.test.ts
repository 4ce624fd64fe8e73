import { toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import { expect, test } from 'vitest';
import { createSkippedTimeFinder, findSkippedTimeProblem } from './skipped-time.ts';

const quarters = Array.from({ length: 96 }, (_, index) => toTimeOfDay(index * 15));
const zone = 'America/Los_Angeles';

test('a time that clocks skip in spring does not exist @time-off.skipped-hour', () => {
  expect(findSkippedTimeProblem('2026-03-08', '01:59', zone)).toBeNull();
  expect(findSkippedTimeProblem('2026-03-08', '02:00', zone)).toBe(
    "2:00 AM doesn't exist on Sun, Mar 08, 2026, because clocks spring forward that day.",
  );
  expect(findSkippedTimeProblem('2026-03-08', '02:59', zone)).not.toBeNull();
  expect(findSkippedTimeProblem('2026-03-08', '03:00', zone)).toBeNull();
  expect(findSkippedTimeProblem('2026-03-07', '02:30', zone)).toBeNull();
});

test('a time that clocks repeat in the fall exists, and so does the end of a day', () => {
  expect(findSkippedTimeProblem('2026-11-01', '01:30', zone)).toBeNull();
  expect(findSkippedTimeProblem('2026-11-01', '24:00', zone)).toBeNull();
  expect(findSkippedTimeProblem('2026-03-08', '24:00', zone)).toBeNull();
});

test('one finder for a date gives the same results as checking each time individually', () => {
  const listSkippedTimes = (date: string, timeZone: string) => {
    const find = createSkippedTimeFinder(date, timeZone);
    const skippedTimes = quarters.filter((time) => find(time) !== null);
    expect(skippedTimes.map(find)).toEqual(
      skippedTimes.map((time) => findSkippedTimeProblem(date, time, timeZone)),
    );
    return skippedTimes;
  };
  expect(listSkippedTimes('2026-03-08', zone)).toEqual(['02:00', '02:15', '02:30', '02:45']);
  expect(listSkippedTimes('2026-03-07', zone)).toEqual([]);
  expect(listSkippedTimes('2026-03-09', zone)).toEqual([]);
  expect(listSkippedTimes('2026-11-01', zone)).toEqual([]);
  // In Beirut clocks go forward at midnight.
  expect(listSkippedTimes('2026-03-29', 'Asia/Beirut')).toEqual([
    '00:00',
    '00:15',
    '00:30',
    '00:45',
  ]);
});
