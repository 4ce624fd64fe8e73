/**
 * Arithmetic on calendar text. A date is `yyyy-MM-dd` and a time of day is `HH:MM`, both
 * the business's own: neither names an instant, so no zone takes part here.
 */

const dateText = /^(\d{4})-(\d{2})-(\d{2})$/;
const timeText = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Whether `text` is a date that exists, from 1900 to 2199: a typing error asks for no far century. */
export function isCalendarDate(text: string): boolean {
  const match = dateText.exec(text);
  if (!match) return false;
  const year = Number(match[1]);
  if (year < 1900 || year > 2199) return false;
  return textOf(Date.UTC(year, Number(match[2]) - 1, Number(match[3]))) === text;
}

/** Whether `text` is a time of day, 00:00 to 23:59. */
export function isTimeOfDay(text: string): boolean {
  return timeText.test(text);
}

/** The date `days` after (or, negative, before) a date. */
export function addDays(date: string, days: number): string {
  return textOf(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000);
}

/** Days from one date to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** Day of the week, 0 = Sunday: weeks start on Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

const weekdayNames = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** The date's day of the week: 'Sunday'. */
export function weekdayName(date: string): string {
  return weekdayNames[weekdayOf(date)] ?? '';
}

/** Saturday or Sunday. */
export function isWeekend(date: string): boolean {
  const weekday = weekdayOf(date);
  return weekday === 0 || weekday === 6;
}

/** Minutes since the day's start; '24:00' is 1440. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** The time of day that many minutes after the day's start. */
export function timeOfMinutes(minutes: number): string {
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** '14:05' as '2:05 PM'. The day's end, 24:00, is '12:00 AM'. */
export function twelveHour(time: string): string {
  const hour = Number(time.slice(0, 2)) % 24;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
}

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** A date as screens show it, 'MMM dd, yyyy'. */
export function displayDate(date: string): string {
  return `${monthNames[Number(date.slice(5, 7)) - 1]} ${date.slice(8, 10)}, ${date.slice(0, 4)}`;
}

/**
 * A day as people say it: 'Today', 'Tomorrow', 'Yesterday', else 'Tue, Nov 24', with the year where
 * it isn't this one.
 */
export function dayHeading(date: string, today: string): string {
  switch (daysBetween(today, date)) {
    case 0:
      return 'Today';
    case 1:
      return 'Tomorrow';
    case -1:
      return 'Yesterday';
    default: {
      const day = `${weekdayName(date).slice(0, 3)}, ${monthNames[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8, 10))}`;
      return date.slice(0, 4) === today.slice(0, 4) ? day : `${day}, ${date.slice(0, 4)}`;
    }
  }
}

function textOf(utc: number): string {
  const date = new Date(utc);
  return Number.isNaN(utc) ? '' : date.toISOString().slice(0, 10);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
