import { dateIn, displayInstantIn, displayTimeIn } from '../lib/business-time.ts';

/** The maximum age, in milliseconds, at which a position counts as current. */
const maxCurrentAgeMs = 60_000;

/** Returns whether a position reported at `at` (ISO 8601) counts as current. */
export function isCurrentPosition(at: string, now: number): boolean {
  return now - Date.parse(at) <= maxCurrentAgeMs;
}

/** Returns 'Updated just now' or 'Updated 9:02 AM', with the date if that was on an earlier day. */
export function getPositionAge(timeZone: string, at: string, now: number): string {
  if (isCurrentPosition(at, now)) return 'Updated just now';
  const isToday = dateIn(timeZone, at) === dateIn(timeZone, now);
  return `Updated ${isToday ? displayTimeIn(timeZone, at) : displayInstantIn(timeZone, at)}`;
}
