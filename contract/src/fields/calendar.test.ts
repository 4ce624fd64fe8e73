import { describe, expect, test } from 'vitest';
import {
  addDays,
  displayDateWithWeekday,
  displayDay,
  displayDayHeading,
  displayDayInSentence,
  displayScheduledDay,
  displayShortDay,
  displayDuration,
  daysBetween,
  displayDate,
  isCalendarDate,
  isTimeOfDay,
  isWeekend,
  toMinutes,
  toTimeOfDay,
  displayTime,
  getWeekday,
} from './calendar.ts';

describe('a date', () => {
  test.each(['1900-01-01', '2024-02-29', '2026-12-31', '2199-12-31'])('%s is accepted', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  test.each([
    '',
    '2026-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-01',
    '2026-01-00',
    '1899-12-31',
    '0000-01-01',
    '10000-01-01',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '２０２６-01-01',
  ])('%j is refused', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  test('can be moved by days across months, leap years and daylight-saving changes', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(addDays('2026-03-07', 2)).toBe('2026-03-09');
    expect(addDays('2026-10-31', 2)).toBe('2026-11-02');
    expect(addDays('2026-03-03', 0)).toBe('2026-03-03');
  });

  test('has a day of the week, counted from 0 for Sunday', () => {
    const week = [
      '2026-03-01',
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
      '2026-03-05',
      '2026-03-06',
      '2026-03-07',
    ];
    expect(week.map(getWeekday)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(week.filter(isWeekend)).toEqual(['2026-03-01', '2026-03-07']);
  });

  test('is shown as MMM dd, yyyy @screens.dates', () => {
    expect(displayDate('2026-03-05')).toBe('Mar 05, 2026');
    expect(displayDate('2026-12-25')).toBe('Dec 25, 2026');
  });

  test.each([
    ['2026-11-22', 'Today'],
    ['2026-11-23', 'Tomorrow'],
    ['2026-11-21', 'Yesterday'],
    ['2026-11-24', 'Tue, Nov 24'],
    ['2026-12-01', 'Tue, Dec 1'],
    ['2027-01-01', 'Fri, Jan 1, 2027'],
    ['2025-11-22', 'Sat, Nov 22, 2025'],
  ])('%s has the heading %s on Nov 22, 2026', (date, heading) => {
    expect(displayDayHeading(date, '2026-11-22')).toBe(heading);
  });
});

test('daysBetween reverses addDays', () => {
  for (const days of [-400, -1, 0, 1, 30, 365, 36_525]) {
    expect(daysBetween('2026-03-03', addDays('2026-03-03', days))).toBe(days);
  }
});

describe('a time of day', () => {
  test.each(['00:00', '09:05', '23:59'])('%s is accepted', (text) => {
    expect(isTimeOfDay(text)).toBe(true);
  });

  test.each([
    '',
    '24:00',
    '9:00',
    '10:60',
    '10:5',
    '10:00:00',
    '10-00',
    ' 10:00',
    '10:00\n',
    'noon',
  ])('%j is refused', (text) => {
    expect(isTimeOfDay(text)).toBe(false);
  });

  test('converts to minutes since midnight and back', () => {
    for (let minutes = 0; minutes <= 1440; minutes += 1) {
      expect(toMinutes(toTimeOfDay(minutes))).toBe(minutes);
    }
    expect(toTimeOfDay(1440)).toBe('24:00');
  });

  test.each([
    ['00:00', '12:00 AM'],
    ['00:30', '12:30 AM'],
    ['08:00', '8:00 AM'],
    ['11:59', '11:59 AM'],
    ['12:00', '12:00 PM'],
    ['13:05', '1:05 PM'],
    ['23:59', '11:59 PM'],
    ['24:00', '12:00 AM'],
  ])('%s is shown as %s @screens.dates', (time, shown) => {
    expect(displayTime(time)).toBe(shown);
  });
});

test.each([
  ['2026-03-03', 'Today, Tuesday, Mar 03, 2026'],
  ['2026-03-04', 'Tomorrow, Wednesday, Mar 04, 2026'],
  ['2026-03-02', 'Yesterday, Monday, Mar 02, 2026'],
  ['2026-03-06', 'Friday, Mar 06, 2026 (in 3 days)'],
  ['2026-04-02', 'Thursday, Apr 02, 2026 (in 30 days)'],
  ['2026-04-03', 'Friday, Apr 03, 2026'],
  ['2026-03-01', 'Sunday, Mar 01, 2026'],
])('the day %s is shown as %s @screens.days', (date, text) => {
  expect(displayDay(date, '2026-03-03')).toBe(text);
});

test.each([
  ['2026-03-03', 'Today, Mar 03, 2026', 'today, Mar 03, 2026'],
  ['2026-03-04', 'Tomorrow, Mar 04, 2026', 'tomorrow, Mar 04, 2026'],
  ['2026-03-02', 'Yesterday, Mar 02, 2026', 'yesterday, Mar 02, 2026'],
  ['2026-03-05', 'Thu, Mar 05, 2026', 'on Thu, Mar 05, 2026'],
  ['2026-03-01', 'Sun, Mar 01, 2026', 'on Sun, Mar 01, 2026'],
  ['2027-03-03', 'Wed, Mar 03, 2027', 'on Wed, Mar 03, 2027'],
])(
  'the day %s is shown as %s in a list and %s in a sentence @screens.days',
  (date, text, inSentence) => {
    expect(displayShortDay(date, '2026-03-03')).toBe(text);
    expect(displayDayInSentence(date, '2026-03-03')).toBe(inSentence);
  },
);

test('the day of a scheduled appointment follows "for" @screens.days', () => {
  expect(displayScheduledDay('2026-03-03', '2026-03-03')).toBe('for today, Mar 03, 2026');
  expect(displayScheduledDay('2026-03-05', '2026-03-03')).toBe('for Thu, Mar 05, 2026');
});

test('a date in text that may be read later includes the day of the week @screens.days', () => {
  expect(displayDateWithWeekday('2026-03-03')).toBe('Tue, Mar 03, 2026');
});

test.each([
  [5, '5 min'],
  [60, '1h'],
  [150, '2h 30m'],
])('a duration of %s minutes is shown as %s @screens.durations', (minutes, text) => {
  expect(displayDuration(minutes)).toBe(text);
});
