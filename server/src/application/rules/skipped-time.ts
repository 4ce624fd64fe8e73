import {
  addDays,
  displayDateWithWeekday,
  displayTime,
  toMinutes,
} from '@curbwrench/contract/fields/calendar';
import { toInstant, toLocalTime } from './business-time.ts';

const dayMs = 86_400_000;

/**
 * Returns a function that works like `findSkippedTimeProblem`, for checking many times ('00:00' to '23:59') on one
 * date. It is fast for dates without skipped times.
 */
export function createSkippedTimeFinder(
  date: string,
  timeZone: string,
): (time: string) => string | null {
  if (!hasSkippedTime(date, timeZone)) return () => null;
  return (time) => findSkippedTimeProblem(date, time, timeZone);
}

/** Returns whether clocks go forward on that date, so that some of its local times don't exist. */
function hasSkippedTime(date: string, timeZone: string): boolean {
  const start = toInstant(date, '00:00', timeZone);
  const end = toInstant(date, '24:00', timeZone);
  return end.getTime() - start.getTime() < dayMs;
}

/**
 * Returns an error message if clocks skip this local time ('00:00' to '24:00') on that date because they go forward,
 * or null if the time exists.
 */
export function findSkippedTimeProblem(
  date: string,
  time: string,
  timeZone: string,
): string | null {
  // Converting a skipped time to an instant and back yields a different time.
  const converted = toLocalTime(toInstant(date, time, timeZone), timeZone);
  const exists =
    time === '24:00'
      ? converted.date === addDays(date, 1) && converted.minutes === 0
      : converted.date === date && converted.minutes === toMinutes(time);
  if (exists) return null;
  return `${displayTime(time)} doesn't exist on ${displayDateWithWeekday(date)}, because clocks spring forward that day.`;
}
