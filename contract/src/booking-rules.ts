import { addDays, isWeekend, minutesOf, timeOfMinutes } from './calendar.ts';

/** Spec section 9: ten hourly slots, 08:00 to 17:00. */
export const slotTimes: readonly string[] = Array.from({ length: 10 }, (_, index) =>
  timeOfMinutes((8 + index) * 60),
);

/** Spec section 9: a booking lies at most this many days ahead. */
export const bookingWindowDays = 30;

export const bookingDateHint = 'Select a date within the next 30 days. Weekends not available.';

/** The last date that can be booked when today is `today`. */
export function lastBookableDate(today: string): string {
  return addDays(today, bookingWindowDays);
}

/**
 * Why `date` cannot be booked when today is `today`, or null when it can (spec section 5:
 * not in the past, at most 30 days ahead, no Saturday or Sunday).
 */
export function whyDateIsClosed(date: string, today: string): string | null {
  if (date < today) return 'That date is in the past.';
  if (date > lastBookableDate(today)) return 'That date is more than 30 days ahead.';
  if (isWeekend(date)) return 'Weekends are not available.';
  return null;
}

/**
 * A job's end, `duration` minutes after its start, at most '24:00'; null when it would run
 * past the end of its day (D5: a job ends on the day it starts).
 */
export function endTimeOf(startTime: string, duration: number): string | null {
  const end = minutesOf(startTime) + duration;
  return end <= 1440 ? timeOfMinutes(end) : null;
}

/** Spec section 9, in the order of the pickers. */
export const vehicleTypes = [
  'Sedan',
  'SUV',
  'Truck',
  'Van',
  'Coupe',
  'Hatchback',
  'Wagon',
  'Convertible',
  'Crossover',
  'Minivan',
  'Other',
] as const;

/** Oldest model year: on the booking screen, and anywhere else (D7: the server takes 1900). */
export const oldestYearWhenBooking = 1990;
export const oldestYear = 1900;

/** Spec section 9: the settings offer model years from next year down to this one. */
export const oldestYearToPick = 1980;

/** Spec section 3: '#' and at least four digits. */
export function displayId(id: number): string {
  return `#${String(id).padStart(4, '0')}`;
}
