import {
  addDays,
  getWeekday,
  getWeekdayName,
  isWeekend,
  toMinutes,
  toTimeOfDay,
} from '../fields/calendar.ts';
import { getDayName } from '../fields/weekdays.ts';

/** When the business is open on a day of the week, `HH:mm`. Jobs can start at or after `opens`, and before `closes`. */
export interface BusinessHours {
  readonly opens: string;
  readonly closes: string;
}

/** The rules for the times that customers can choose, from the business's settings. */
export interface BookingRules {
  /** By day of the week, Sunday first; null if closed. */
  readonly businessHours: readonly (BusinessHours | null)[];
  /** Minutes between start times. */
  readonly slotIntervalMinutes: number;
  /** How many days ahead an appointment can be booked. */
  readonly windowDays: number;
  /** Minimum hours from the booking to the start. */
  readonly noticeHours: number;
}

/** The allowed numbers of minutes between start times. */
export const slotIntervals = [60, 30, 15] as const;

const weekdayHours: BusinessHours = { opens: '08:00', closes: '18:00' };

/** The rules that every business begins with: Monday through Friday, ten hourly start times from 08:00 to 17:00. */
export const defaultBookingRules: BookingRules = {
  businessHours: [null, ...Array.from({ length: 5 }, () => weekdayHours), null],
  slotIntervalMinutes: 60,
  windowDays: 30,
  noticeHours: 2,
};

/** The office's own rules: any day up to a year ahead, at any quarter hour. */
export const officeBookingRules: BookingRules = {
  businessHours: Array.from({ length: 7 }, () => ({ opens: '00:00', closes: '23:59' })),
  slotIntervalMinutes: 15,
  windowDays: 365,
  noticeHours: 0,
};

/** Returns the business hours on a date; null if the business is closed on that day of the week. */
export function getBusinessHours(
  { businessHours }: Pick<BookingRules, 'businessHours'>,
  date: string,
): BusinessHours | null {
  return businessHours[getWeekday(date)] ?? null;
}

/**
 * Returns the start times of a date's time slots. If the business is closed on that date, returns the start times of
 * the entire week, so that each of them can be shown as unavailable, with the reason.
 */
export function listStartTimes(rules: BookingRules, date: string): readonly string[] {
  const hours = getBusinessHours(rules, date);
  return hours ? listStartTimesWithin(hours, rules.slotIntervalMinutes) : listAllStartTimes(rules);
}

/** Returns the start times from the week's earliest opening time up to, but excluding, its latest closing time. */
export function listAllStartTimes({ businessHours, slotIntervalMinutes }: BookingRules): string[] {
  const openDays = businessHours.filter((hours) => hours !== null);
  const opens = openDays.map((hours) => hours.opens).toSorted()[0] ?? weekdayHours.opens;
  const closes =
    openDays
      .map((hours) => hours.closes)
      .toSorted()
      .at(-1) ?? weekdayHours.closes;
  return listStartTimesWithin({ opens, closes }, slotIntervalMinutes);
}

/** Returns a start time every `gapMinutes` minutes from opening time up to, but excluding, closing time. */
export function listStartTimesWithin(
  { opens, closes }: BusinessHours,
  gapMinutes: number,
): string[] {
  const from = toMinutes(opens);
  const count = Math.ceil((toMinutes(closes) - from) / gapMinutes);
  return Array.from({ length: count }, (_, index) => toTimeOfDay(from + index * gapMinutes));
}

/** Returns the last date that can be booked when today is `today`. */
export function lastBookableDate(
  today: string,
  { windowDays }: Pick<BookingRules, 'windowDays'>,
): string {
  return addDays(today, windowDays);
}

/**
 * Returns why `date` cannot be booked when today is `today`, or null if it can. Dates in the past, beyond the
 * window, and on days of the week without business hours cannot be booked.
 */
export function bookingDateProblem(
  date: string,
  today: string,
  rules: Pick<BookingRules, 'windowDays' | 'businessHours'>,
): string | null {
  if (date < today) return 'That date is in the past.';
  if (date > lastBookableDate(today, rules)) {
    return `That date is more than ${formatDayCount(rules.windowDays)} away.`;
  }
  if (getBusinessHours(rules, date) !== null) return null;
  const day = isWeekend(date) && isClosedOnWeekends(rules) ? 'Weekend' : getWeekdayName(date);
  return `${day}s are not available.`;
}

/** Returns the date field's hint: how far ahead customers can book, and which days of the week are not available. */
export function bookingDateHint(rules: BookingRules): string {
  const within = rules.windowDays === 1 ? 'day' : `${rules.windowDays} days`;
  const closed = listClosedDays(rules);
  const days = new Intl.ListFormat('en-US').format(closed);
  return `Select a date within the next ${within}.${closed.length === 0 ? '' : ` ${days} not available.`}`;
}

/** Returns the days of the week without business hours: ['Mondays', 'weekends']. */
function listClosedDays(rules: Pick<BookingRules, 'businessHours'>): string[] {
  const weekend = isClosedOnWeekends(rules);
  const days = rules.businessHours.flatMap((hours, weekday) =>
    hours !== null || (weekend && (weekday === 0 || weekday === 6))
      ? []
      : [`${getDayName(weekday)}s`],
  );
  return weekend ? [...days, days.length === 0 ? 'Weekends' : 'weekends'] : days;
}

function isClosedOnWeekends({ businessHours }: Pick<BookingRules, 'businessHours'>): boolean {
  return !businessHours[0] && !businessHours[6];
}

/** Returns '1 day' or '30 days'. */
export function formatDayCount(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

/**
 * Returns why a time slot that begins in `minutesAhead` minutes is too soon to be booked, or null if the notice is
 * long enough.
 */
export function bookingNoticeProblem(minutesAhead: number, noticeHours: number): string | null {
  if (minutesAhead >= noticeHours * 60) return null;
  const hours = noticeHours === 1 ? '1 hour' : `${noticeHours} hours`;
  return `Please book at least ${hours} ahead.`;
}

/**
 * Returns when a job of `duration` minutes ends ('24:00' at the latest), or null if it would end on the next day.
 */
export function calculateEndTime(startTime: string, duration: number): string | null {
  const end = toMinutes(startTime) + duration;
  return end <= 1440 ? toTimeOfDay(end) : null;
}
