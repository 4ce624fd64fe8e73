import { displayTime } from '../fields/calendar.ts';
import { formatWeekdays } from '../fields/weekdays.ts';
import type { ServiceArea } from './schemas.ts';
import { weekdays, type Weekday } from './weekdays.ts';

/** Formats days of the week: 'Every day', 'Monday through Friday', 'Monday, Wednesday, and Friday'. */
export function formatDays(days: readonly Weekday[]): string {
  return formatWeekdays(weekdays.flatMap((day, index) => (days.includes(day) ? [index] : [])));
}

/**
 * Returns when jobs in an area can start, as a phrase: 'between 9:00 AM and 3:00 PM', 'at 9:00 AM or later',
 * 'at 3:00 PM or earlier'; null if there is no limit.
 */
export function formatStartLimits({
  earliestStart,
  latestStart,
}: Pick<ServiceArea, 'earliestStart' | 'latestStart'>): string | null {
  if (earliestStart !== null && latestStart !== null) {
    return `between ${displayTime(earliestStart)} and ${displayTime(latestStart)}`;
  }
  if (earliestStart !== null) return `at ${displayTime(earliestStart)} or later`;
  return latestStart === null ? null : `at ${displayTime(latestStart)} or earlier`;
}
