import {
  addDays,
  daysBetween,
  displayDayHeading,
  getWeekdayName,
} from '@curbwrench/contract/fields/calendar';

/** Formats a change as a whole percentage: '+8%', '-2%', '0%'. */
export function formatChange(percent: number): string {
  return `${percent > 0 ? '+' : ''}${percent}%`;
}

/**
 * Returns the words after a change: 'versus last week' for the same day last week; for any other day 'vs. Friday',
 * or 'vs. Fri, Nov 6' if that day was more than a week ago.
 */
export function describeComparison(comparedTo: string, today: string): string {
  if (comparedTo === addDays(today, -7)) return 'versus last week';
  const isWithinAWeek = daysBetween(comparedTo, today) < 7;
  const day = isWithinAWeek ? getWeekdayName(comparedTo) : displayDayHeading(comparedTo, today);
  return `vs. ${day}`;
}
