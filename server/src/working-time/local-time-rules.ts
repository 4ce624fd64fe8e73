import { addDays, displayDate, displayTime, toMinutes } from '@curbwrench/contract/fields/calendar';
import { toInstant, toLocalTime } from '../application/rules/business-time.ts';

/**
 * Returns the sentence about a local time ('00:00' to '24:00') that clocks skip on that date because they go
 * forward, or null if they show it.
 */
export function findSkippedTime(date: string, time: string, timeZone: string): string | null {
  const shown = toLocalTime(toInstant(date, time, timeZone), timeZone);
  const isShown =
    time === '24:00'
      ? shown.date === addDays(date, 1) && shown.minutes === 0
      : shown.date === date && shown.minutes === toMinutes(time);
  if (isShown) return null;
  return `${displayTime(time)} doesn't exist on ${displayDate(date)}, because clocks go forward then.`;
}
