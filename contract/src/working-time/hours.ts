import { displayTime, toMinutes } from '../fields/calendar.ts';

/** Working hours without a break, within one day, as `HH:mm`. They end at '24:00' at the latest. */
export interface HoursInterval {
  readonly startTime: string;
  readonly endTime: string;
}

/** How many intervals a day can have. */
export const maxIntervalsPerDay = 6;

/** Returns what is wrong with a day's hours, or null. Intervals must end after they start, and must not overlap. */
export function findHoursProblem(intervals: readonly HoursInterval[]): string | null {
  if (intervals.length > maxIntervalsPerDay) {
    return `A day can have up to ${maxIntervalsPerDay} time ranges.`;
  }
  for (const interval of intervals) {
    if (toMinutes(interval.endTime) <= toMinutes(interval.startTime)) {
      return `${displayInterval(interval)} must end after it starts, on the same day.`;
    }
  }
  const sorted = sortIntervals(intervals);
  for (const [index, interval] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next && toMinutes(next.startTime) < toMinutes(interval.endTime)) {
      return `${displayInterval(interval)} overlaps ${displayInterval(next)}.`;
    }
  }
  return null;
}

/** Returns the intervals sorted by start time. */
export function sortIntervals(intervals: readonly HoursInterval[]): HoursInterval[] {
  return intervals.toSorted((a, b) => toMinutes(a.startTime) - toMinutes(b.startTime));
}

/** Returns an interval as screens show it: '8:00 AM to 5:00 PM'. */
export function displayInterval({ startTime, endTime }: HoursInterval): string {
  return `${displayTime(startTime)} to ${displayTime(endTime)}`;
}
