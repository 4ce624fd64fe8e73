import {
  daysBetween,
  displayDateWithWeekday,
  displayTime,
  getRelativeDayName,
} from '@curbwrench/contract/fields/calendar';
import type { Role } from '@curbwrench/contract/people/roles';

/** Formats a decimal amount in an ISO 4217 currency with two decimals: '$89.50'. */
export function formatMoney(amount: string | number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(Number(amount));
}

/** Formats a day within a sentence: 'today, Tue, Mar 03, 2026', 'on Thu, Mar 05, 2026'. */
export function formatDay(date: string, today: string): string {
  const day = displayDateWithWeekday(date);
  const name = getRelativeDayName(daysBetween(today, date));
  return name === null ? `on ${day}` : `${name.toLowerCase()}, ${day}`;
}

/** Formats a date and time within a sentence: 'on Thu, Mar 05, 2026 at 1:00 PM'. */
export function formatDateTime(date: string, time: string, today: string): string {
  return `${formatDay(date, today)} at ${displayTime(time)}`;
}

/**
 * Formats a range of days within a sentence, such as 'from Sun, Mar 01, 2026 to Sat, Mar 07, 2026'; one day as
 * `formatDay` does.
 */
export function formatDays(
  { from, to }: { readonly from: string; readonly to: string },
  today: string,
): string {
  return from === to
    ? formatDay(from, today)
    : `from ${displayDateWithWeekday(from)} to ${displayDateWithWeekday(to)}`;
}

/** Joins items: 'a, b and c', or with `word` instead of 'and'. */
export function joinItems(items: readonly string[], word = 'and'): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
}

/** Returns one line per item, each starting with a dash. */
export function bulletList(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

/** Returns a count with its noun, such as '1 job' or '2 jobs'. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns the reply to a question that the assistant cannot answer. */
export function fallbackAnswer(role: Role, phone: string | null): string {
  if (role !== 'customer') {
    return (
      "I don't know that. I can tell you about appointments, services, prices, available times, " +
      'payments, and how to use this app.'
    );
  }
  const call = phone === null ? 'please ask the office' : `please call us at ${phone}`;
  return (
    "I don't know that. I can tell you about appointments, services, prices, available times, " +
    `vehicles, payments, and how to use this app; for anything else, ${call}.`
  );
}

/** The answer to a question about data that the asker may not read. */
export const notAllowedAnswer =
  'I can only answer questions about records that you have access to.';
