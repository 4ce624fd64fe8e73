import { getWeekdayName } from '@curbwrench/contract/fields/calendar';

/** Formats a change against the same weekday last week, in whole percent: '+8%', '-2%', '0%'. */
export function formatChange(percent: number): string {
  return `${percent > 0 ? '+' : ''}${percent}%`;
}

/** Returns the text for a weekday without a value last week: 'No data from last Sunday'. */
export function getNoComparisonText(today: string): string {
  return `No data from last ${getWeekdayName(today)}`;
}
