import { weekdayName } from '@curbwrench/contract/fields/calendar';

/** Formats a change against the same weekday last week, in whole percent: '+8%', '-2%', '0%'. */
export function changeText(percent: number): string {
  return `${percent > 0 ? '+' : ''}${percent}%`;
}

/** Returns what to show if the last such weekday has no figure: 'No Sundays to compare'. */
export function nothingToCompare(today: string): string {
  return `No ${weekdayName(today)}s to compare`;
}
