import { toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import { toInstant } from '../application/rules/business-time.ts';

/**
 * Returns the instant at a date and a number of minutes into that day; 1440 minutes or more continue into the next day.
 */
export type ToInstant = (date: string, minutes: number) => Date;

/**
 * Creates a faster version of the rules' `toInstant` for one time zone: it computes the start of each day only once. On
 * a day that does not have 24 hours, it computes every instant.
 */
export function createCachedToInstant(timeZone: string): ToInstant {
  const days = new Map<string, { start: number; has24Hours: boolean }>();
  return (date, minutes) => {
    let day = days.get(date);
    if (!day) {
      const start = toInstant(date, '00:00', timeZone).getTime();
      day = {
        start,
        has24Hours: toInstant(date, '24:00', timeZone).getTime() - start === 86_400_000,
      };
      days.set(date, day);
    }
    if (day.has24Hours || minutes > 1440) return new Date(day.start + minutes * 60_000);
    return toInstant(date, toTimeOfDay(minutes), timeZone);
  };
}
