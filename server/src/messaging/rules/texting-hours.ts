import { addDays } from '@curbwrench/contract/fields/calendar';
import { toInstant, toLocalTime } from '../../application/rules/business-time.ts';

/** The local times between which reminders may be texted; `closes` is exclusive. */
export const textingHours = { opens: '08:00', closes: '21:00' } as const;

/**
 * Returns the earliest time at which a reminder may be texted: `now` if it is between 8:00 AM and 9:00 PM in the
 * business's time zone, otherwise the next 8:00 AM there. US rules allow no marketing calls outside these hours (47 CFR
 * 64.1200(c)(1)); reminders follow the same rule. Throws on an unknown time zone.
 */
export function getTextingTime(now: Date, timeZone: string): Date {
  const { date } = toLocalTime(now, timeZone);
  const opens = toInstant(date, textingHours.opens, timeZone);
  if (now < opens) return opens;
  if (now < toInstant(date, textingHours.closes, timeZone)) return now;
  return toInstant(addDays(date, 1), textingHours.opens, timeZone);
}
