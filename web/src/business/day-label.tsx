import { displayShortDay } from '@curbwrench/contract/fields/calendar';
import { useToday } from './today.ts';

/**
 * Shows a business day, such as 'Today, Mar 03, 2026' or 'Thu, Mar 05, 2026', and updates at midnight in the
 * business's time zone.
 */
export function DayLabel({ date }: { date: string }) {
  return displayShortDay(date, useToday());
}
