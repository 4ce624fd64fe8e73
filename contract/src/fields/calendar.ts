import { getDayName } from './weekdays.ts';

/*
 * Calculations with dates and times as strings. A date is `yyyy-MM-dd` and a time of day is `HH:mm`, both in the
 * business's time zone, so no zone is needed here.
 */

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const timePattern = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Returns whether `text` is an existing date from 1900 to 2199; the limits catch typos. */
export function isCalendarDate(text: string): boolean {
  const match = datePattern.exec(text);
  if (!match) return false;
  const year = Number(match[1]);
  if (year < 1900 || year > 2199) return false;
  return toDateString(Date.UTC(year, Number(match[2]) - 1, Number(match[3]))) === text;
}

/** Returns whether `text` is a time of day, 00:00 to 23:59. */
export function isTimeOfDay(text: string): boolean {
  return timePattern.test(text);
}

/** Returns the date `days` after a date, or before it if negative. */
export function addDays(date: string, days: number): string {
  return toDateString(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000);
}

/** Returns the number of days from one date to another; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** Returns the day of the week, from 0 for Sunday to 6 for Saturday. */
export function getWeekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** Returns the name of a date's day of the week: 'Sunday'. */
export function getWeekdayName(date: string): string {
  return getDayName(getWeekday(date));
}

/** Returns the short name of a date's day of the week: 'Sun'. */
export function getShortWeekdayName(date: string): string {
  return getWeekdayName(date).slice(0, 3);
}

/** Returns whether the date is a Saturday or Sunday. */
export function isWeekend(date: string): boolean {
  const weekday = getWeekday(date);
  return weekday === 0 || weekday === 6;
}

/** Returns the minutes since midnight; '24:00' is 1440. */
export function toMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** Returns the time of day `minutes` after midnight; '24:00' for 1440. */
export function toTimeOfDay(minutes: number): string {
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** Returns a time of day as screens show it: '2:05 PM' for '14:05', '12:00 AM' for '24:00'. */
export function displayTime(time: string): string {
  const hour = Number(time.slice(0, 2)) % 24;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
}

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Returns a duration as screens show it: '45 min', '2h', '2h 30m'. */
export function displayDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours}h` : `${hours}h ${minutes % 60}m`;
}

/** Returns a date as screens show it: 'Mar 05, 2026' for '2026-03-05'. */
export function displayDate(date: string): string {
  return `${monthNames[Number(date.slice(5, 7)) - 1]} ${date.slice(8, 10)}, ${date.slice(0, 4)}`;
}

/**
 * Returns a date with its day of the week: 'Thu, Mar 05, 2026'. Use it in text that may be read later, when 'Today'
 * would be wrong.
 */
export function displayDateWithWeekday(date: string): string {
  return `${getShortWeekdayName(date)}, ${displayDate(date)}`;
}

/** Returns a date with 'Today' or the like, or its day of the week: 'Today, Mar 03, 2026', 'Thu, Mar 05, 2026'. */
export function displayShortDay(date: string, today: string): string {
  const name = getRelativeDayName(daysBetween(today, date));
  return name === null ? displayDateWithWeekday(date) : `${name}, ${displayDate(date)}`;
}

/** Returns when something is, within a sentence: 'today, Mar 03, 2026', 'on Thu, Mar 05, 2026'. */
export function displayDayInSentence(date: string, today: string): string {
  const name = getRelativeDayName(daysBetween(today, date));
  return name === null
    ? `on ${displayDateWithWeekday(date)}`
    : `${name.toLowerCase()}, ${displayDate(date)}`;
}

/** Returns the day after 'scheduled' in a sentence: 'for today, Mar 03, 2026', 'for Thu, Mar 05, 2026'. */
export function displayScheduledDay(date: string, today: string): string {
  return `for ${displayDayInSentence(date, today).replace(/^on /, '')}`;
}

/**
 * Returns 'Today', 'Tomorrow' or 'Yesterday', otherwise a date such as 'Tue, Nov 24', with the year
 * if it isn't the current one.
 */
export function displayDayHeading(date: string, today: string): string {
  const name = getRelativeDayName(daysBetween(today, date));
  if (name !== null) return name;
  const day = `${getShortWeekdayName(date)}, ${monthNames[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8, 10))}`;
  return date.slice(0, 4) === today.slice(0, 4) ? day : `${day}, ${date.slice(0, 4)}`;
}

/**
 * Returns a date with its day of the week and, from yesterday to 30 days ahead, how far away it is:
 * 'Today, Tuesday, Mar 03, 2026', 'Friday, Mar 06, 2026 (in 3 days)', 'Sunday, Feb 01, 2026'.
 */
export function displayDay(date: string, today: string): string {
  const day = `${getWeekdayName(date)}, ${displayDate(date)}`;
  const days = daysBetween(today, date);
  const name = getRelativeDayName(days);
  if (name !== null) return `${name}, ${day}`;
  return days > 1 && days <= 30 ? `${day} (in ${days} days)` : day;
}

/** Returns 'Today', 'Tomorrow' or 'Yesterday' for the day this many days from today; null for any other day. */
export function getRelativeDayName(days: number): string | null {
  if (days === 0) return 'Today';
  if (days === 1) return 'Tomorrow';
  return days === -1 ? 'Yesterday' : null;
}

function toDateString(utcMs: number): string {
  const date = new Date(utcMs);
  return Number.isNaN(utcMs) ? '' : date.toISOString().slice(0, 10);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
