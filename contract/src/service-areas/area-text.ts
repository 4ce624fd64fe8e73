import { displayTime } from '../fields/calendar.ts';
import { weekdayNames, weekdays, type ServiceArea, type Weekday } from './schemas.ts';

/** Formats weekdays: 'Every day', 'Monday to Friday', 'Monday, Wednesday, and Friday'. */
export function formatDays(days: readonly Weekday[]): string {
  if (days.length === weekdays.length) return 'Every day';
  const indexes = weekdays.flatMap((day, index) => (days.includes(day) ? [index] : []));
  const [first = 0] = indexes;
  const last = indexes.at(-1) ?? 0;
  if (indexes.length > 2 && last - first === indexes.length - 1) {
    return `${getDayName(first)} to ${getDayName(last)}`;
  }
  return new Intl.ListFormat('en-US').format(indexes.map(getDayName));
}

/**
 * Formats when jobs in an area may start: 'from 9:00 AM to 3:00 PM', 'at 9:00 AM or later',
 * 'at 3:00 PM or earlier'; null without a limit.
 */
export function formatStartLimits({
  earliestStart,
  latestStart,
}: Pick<ServiceArea, 'earliestStart' | 'latestStart'>): string | null {
  if (earliestStart !== null && latestStart !== null) {
    return `from ${displayTime(earliestStart)} to ${displayTime(latestStart)}`;
  }
  if (earliestStart !== null) return `at ${displayTime(earliestStart)} or later`;
  return latestStart === null ? null : `at ${displayTime(latestStart)} or earlier`;
}

function getDayName(index: number): string {
  return weekdayNames[weekdays[index] ?? 'sun'];
}
