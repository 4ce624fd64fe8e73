import { displayDate, twelveHour } from '@curbwrench/contract/calendar';
import { dateIn, timeIn } from '../lib/business-time.ts';

/** 'Not seen since 9:10 AM'; of an earlier day its date, and 'Not seen yet' of who never was. */
export function unseenText(lastActive: string | null, now: number, timeZone: string): string {
  if (lastActive === null) return 'Not seen yet';
  const date = dateIn(timeZone, lastActive);
  const isToday = date === dateIn(timeZone, now);
  return `Not seen since ${isToday ? twelveHour(timeIn(timeZone, lastActive)) : displayDate(date)}`;
}
