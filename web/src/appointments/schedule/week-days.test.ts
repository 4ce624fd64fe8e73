import { expect, test } from 'vitest';
import { dayLoadText, getWeekViewDays, getWeekTitle } from './week-days.ts';

const wednesday = '2026-11-25';

test("the week view shows the five days from this week's Sunday @mechanics.week", () => {
  expect(getWeekViewDays(wednesday, 0)).toEqual([
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
  ]);
});

test('on a Sunday the view starts with today, and on a Saturday with the previous Sunday', () => {
  expect(getWeekViewDays('2026-11-22', 0)[0]).toBe('2026-11-22');
  expect(getWeekViewDays('2026-11-28', 0)).toEqual(getWeekViewDays(wednesday, 0));
});

test('the week view moves by full weeks, across months and daylight saving time', () => {
  expect(getWeekViewDays(wednesday, 1)[0]).toBe('2026-11-29');
  expect(getWeekViewDays(wednesday, -4)).toEqual([
    '2026-10-25',
    '2026-10-26',
    '2026-10-27',
    '2026-10-28',
    '2026-10-29',
  ]);
  expect(getWeekViewDays('2026-11-01', 0)[0]).toBe('2026-11-01');
});

test('the week title has the first and last days with their weekdays, and a shared year only once', () => {
  expect(getWeekTitle(getWeekViewDays(wednesday, 0))).toBe('Sun, Nov 22 – Thu, Nov 26, 2026');
  expect(getWeekTitle(getWeekViewDays(wednesday, 1))).toBe('Sun, Nov 29 – Thu, Dec 03, 2026');
  expect(getWeekTitle(getWeekViewDays('2026-12-30', 0))).toBe('Sun, Dec 27 – Thu, Dec 31, 2026');
  expect(getWeekTitle(getWeekViewDays('2024-12-30', 0))).toBe(
    'Sun, Dec 29, 2024 – Thu, Jan 02, 2025',
  );
});

test('each day shows its number of jobs', () => {
  expect([0, 1, 2].map(dayLoadText)).toEqual(['Off', '1 job', '2 jobs']);
});
