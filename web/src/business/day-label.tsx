import { displayShortDay } from '@curbwrench/contract/fields/calendar';
import { useToday } from './today.ts';

/** Shows a day of the business: 'Today, Mar 03, 2026', 'Thu, Mar 05, 2026'; it changes at midnight there. */
export function DayLabel({ date }: { date: string }) {
  return displayShortDay(date, useToday());
}
