import { expect, test } from 'vitest';
import {
  calculateEndTime,
  lastBookableDate,
  slotTimes,
  bookingDateProblem,
} from './booking-rules.ts';

test('there are ten hourly slots, 08:00 to 17:00 @booking.slots', () => {
  expect(slotTimes).toEqual([
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

test('a date can be booked from today to 30 days ahead, Monday to Friday @booking.window', () => {
  const today = '2026-03-03';
  expect(lastBookableDate(today)).toBe('2026-04-02');
  expect(bookingDateProblem('2026-03-02', today)).toBe('That date is in the past.');
  expect(bookingDateProblem(today, today)).toBeNull();
  expect(bookingDateProblem('2026-03-06', today)).toBeNull();
  expect(bookingDateProblem('2026-03-07', today)).toBe('Weekends are not available.');
  expect(bookingDateProblem('2026-03-08', today)).toBe('Weekends are not available.');
  expect(bookingDateProblem('2026-04-02', today)).toBeNull();
  expect(bookingDateProblem('2026-04-03', today)).toBe('That date is more than 30 days ahead.');
});

test('a job must end on the day on which it starts', () => {
  expect(calculateEndTime('08:00', 45)).toBe('08:45');
  expect(calculateEndTime('10:00', 90)).toBe('11:30');
  expect(calculateEndTime('17:00', 420)).toBe('24:00');
  expect(calculateEndTime('17:00', 421)).toBeNull();
});
