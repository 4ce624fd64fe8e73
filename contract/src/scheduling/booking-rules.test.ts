import { describe, expect, test } from 'vitest';
import {
  bookingDateHint,
  bookingDateProblem,
  calculateEndTime,
  defaultBookingRules,
  lastBookableDate,
  listAllStartTimes,
  listStartTimes,
  officeBookingRules,
  type BookingRules,
} from './booking-rules.ts';

const today = '2026-03-03';
const saturday = '2026-03-07';
const hours = { opens: '08:00', closes: '18:00' };

/** Returns the default rules with these business hours, Sunday first. */
function openAt(...businessHours: BookingRules['businessHours'][number][]): BookingRules {
  return { ...defaultBookingRules, businessHours };
}

describe('with the default rules', () => {
  test('there are ten hourly slots, 08:00 to 17:00 @booking.slots', () => {
    expect(listStartTimes(defaultBookingRules, today)).toEqual([
      '08:00',
      '09:00',
      '10:00',
      '11:00',
      '12:00',
      '13:00',
      '14:00',
      '15:00',
      '16:00',
      '17:00',
    ]);
  });

  test('a date can be booked from today to 30 days ahead, Monday through Friday @booking.window', () => {
    const problemOf = (date: string) => bookingDateProblem(date, today, defaultBookingRules);
    expect(lastBookableDate(today, defaultBookingRules)).toBe('2026-04-02');
    expect(problemOf('2026-03-02')).toBe('That date is in the past.');
    expect(problemOf(today)).toBeNull();
    expect(problemOf('2026-03-06')).toBeNull();
    expect(problemOf(saturday)).toBe('Weekends are not available.');
    expect(problemOf('2026-03-08')).toBe('Weekends are not available.');
    expect(problemOf('2026-04-02')).toBeNull();
    expect(problemOf('2026-04-03')).toBe('That date is more than 30 days away.');
  });

  test('the hint of the date field has the specified text', () => {
    expect(bookingDateHint(defaultBookingRules)).toBe(
      'Select a date within the next 30 days. Weekends not available.',
    );
  });
});

describe("with a business's own rules", () => {
  const saturdayHours = { opens: '09:30', closes: '12:15' };
  const ownRules = openAt(null, null, hours, hours, hours, hours, saturdayHours);

  test('a day of the week with business hours can be booked, and its start times are within them @business.hours', () => {
    expect(bookingDateProblem(saturday, today, ownRules)).toBeNull();
    expect(listStartTimes(ownRules, saturday)).toEqual(['09:30', '10:30', '11:30']);
    expect(bookingDateProblem('2026-03-09', today, ownRules)).toBe('Mondays are not available.');
    expect(bookingDateProblem('2026-03-08', today, ownRules)).toBe('Sundays are not available.');
  });

  test('start times are spaced by the configured gap, and the last one is before closing time @business.starts', () => {
    const starts = listStartTimes({ ...ownRules, slotIntervalMinutes: 30 }, saturday);
    expect(starts).toEqual(['09:30', '10:00', '10:30', '11:00', '11:30', '12:00']);
    expect(listStartTimes({ ...ownRules, slotIntervalMinutes: 15 }, saturday).at(-1)).toBe('12:00');
  });

  test('on a closed date, the start times of all days of the week are listed', () => {
    expect(listStartTimes(ownRules, '2026-03-08')).toEqual(listAllStartTimes(ownRules));
    expect(listAllStartTimes(ownRules).at(-1)).toBe('17:00');
  });

  test('the booking window has the configured number of days @business.window', () => {
    const rules = { ...ownRules, windowDays: 1 };
    expect(bookingDateProblem('2026-03-04', today, rules)).toBeNull();
    expect(bookingDateProblem('2026-03-05', today, rules)).toBe(
      'That date is more than 1 day away.',
    );
  });

  test('the hint names the days that are not available', () => {
    expect(bookingDateHint(ownRules)).toBe(
      'Select a date within the next 30 days. Sundays and Mondays not available.',
    );
    expect(bookingDateHint(openAt(null, null, hours, hours, hours, hours, null))).toBe(
      'Select a date within the next 30 days. Mondays and weekends not available.',
    );
    const openDaily = openAt(hours, hours, hours, hours, hours, hours, hours);
    expect(bookingDateHint({ ...openDaily, windowDays: 1 })).toBe(
      'Select a date within the next day.',
    );
  });
});

test('the office can book any day of the week up to a year ahead, at any quarter hour @business.office', () => {
  const problemOf = (date: string) => bookingDateProblem(date, today, officeBookingRules);
  const starts = listStartTimes(officeBookingRules, today);
  expect([starts.length, starts[0], starts[41], starts.at(-1)]).toEqual([
    96,
    '00:00',
    '10:15',
    '23:45',
  ]);
  expect(problemOf(saturday)).toBeNull();
  expect(problemOf('2027-03-03')).toBeNull();
  expect(problemOf('2027-03-04')).toBe('That date is more than 365 days away.');
  expect(problemOf('2026-03-02')).toBe('That date is in the past.');
});

test('a job must end on the day on which it starts', () => {
  expect(calculateEndTime('08:00', 45)).toBe('08:45');
  expect(calculateEndTime('10:00', 90)).toBe('11:30');
  expect(calculateEndTime('17:00', 420)).toBe('24:00');
  expect(calculateEndTime('17:00', 421)).toBeNull();
});
