import { expect, test } from 'vitest';
import { listFederalHolidays } from './federal-holidays-rules.ts';

test('the eleven federal holidays of 2026 are listed, including the day on which a Saturday holiday is observed @holidays.federal', () => {
  expect(listFederalHolidays(2026).map(({ date, name }) => `${date} ${name}`)).toEqual([
    "2026-01-01 New Year's Day",
    '2026-01-19 Martin Luther King Jr. Day',
    "2026-02-16 Presidents' Day",
    '2026-05-25 Memorial Day',
    '2026-06-19 Juneteenth',
    '2026-07-03 Independence Day (observed)',
    '2026-07-04 Independence Day',
    '2026-09-07 Labor Day',
    '2026-10-12 Columbus Day',
    '2026-11-11 Veterans Day',
    '2026-11-26 Thanksgiving',
    '2026-12-25 Christmas Day',
  ]);
});

test("a holiday on a Sunday is observed on Monday, and New Year's Day on a Saturday is observed in the previous year", () => {
  const dates = (year: number) => listFederalHolidays(year).map(({ date }) => date);
  expect(dates(2027)).toEqual(expect.arrayContaining(['2027-07-04', '2027-07-05']));
  expect(dates(2028)[0]).toBe('2027-12-31');
  expect(dates(2024)).toHaveLength(11);
});
