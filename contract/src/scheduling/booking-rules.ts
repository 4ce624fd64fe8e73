import { addDays, isWeekend, toMinutes, toTimeOfDay } from '../fields/calendar.ts';

/** The start times of a day's time slots: every hour from 08:00 to 17:00. */
export const slotTimes: readonly string[] = Array.from({ length: 10 }, (_, index) =>
  toTimeOfDay((8 + index) * 60),
);

/** How many days ahead an appointment can be booked at most. */
export const bookingWindowDays = 30;

export const bookingDateHint = `Select a date within the next ${bookingWindowDays} days. Weekends not available.`;

/** Returns the last date that can be booked when today is `today`. */
export function lastBookableDate(today: string): string {
  return addDays(today, bookingWindowDays);
}

/**
 * Returns why `date` cannot be booked when today is `today`, or null if it can. Dates in the past, more than
 * `bookingWindowDays` ahead, and on weekends cannot be booked.
 */
export function bookingDateProblem(date: string, today: string): string | null {
  if (date < today) return 'That date is in the past.';
  if (date > lastBookableDate(today))
    return `That date is more than ${bookingWindowDays} days ahead.`;
  if (isWeekend(date)) return 'Weekends are not available.';
  return null;
}

/**
 * Returns the problem with booking a time that begins in `minutesAhead` minutes if that is less than the
 * notice, otherwise null.
 */
export function bookingNoticeProblem(minutesAhead: number, noticeHours: number): string | null {
  if (minutesAhead >= noticeHours * 60) return null;
  const hours = noticeHours === 1 ? '1 hour' : `${noticeHours} hours`;
  return `Please book at least ${hours} ahead.`;
}

/**
 * Returns when a job of `duration` minutes ends, at most '24:00', or null if it would end on the next day.
 */
export function calculateEndTime(startTime: string, duration: number): string | null {
  const end = toMinutes(startTime) + duration;
  return end <= 1440 ? toTimeOfDay(end) : null;
}
