import { addDays, displayDate, getWeekday } from '@curbwrench/contract/fields/calendar';

/** The week view shows five days; a week starts on Sunday. */
const dayCount = 5;

const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** Returns five days from the Sunday of the current week, or of the week `weekOffset` weeks later. */
export function getWeekViewDays(today: string, weekOffset: number): readonly string[] {
  const sunday = addDays(today, 7 * weekOffset - getWeekday(today));
  return Array.from({ length: dayCount }, (_, index) => addDays(sunday, index));
}

/** Returns a date's day of the week, such as 'Mon'. */
export function weekdayName(date: string): string {
  return weekdayNames[getWeekday(date)] ?? '';
}

/** Returns a day's number of jobs as text: '1 job', '3 jobs', or 'Off' if there are none. */
export function dayLoadText(jobCount: number): string {
  if (jobCount === 0) return 'Off';
  return jobCount === 1 ? '1 job' : `${jobCount} jobs`;
}

/** Returns 'Nov 22 – 26, 2026', with both months or years if the days span two. */
export function getWeekTitle(days: readonly string[]): string {
  // A displayed date is 12 characters long, such as 'Nov 22, 2026'.
  const first = displayDate(days[0] ?? '');
  const last = displayDate(days.at(-1) ?? '');
  if (first.slice(-4) !== last.slice(-4)) return `${first} – ${last}`;
  const start = first.slice(0, 6);
  return start.slice(0, 3) === last.slice(0, 3)
    ? `${start} – ${last.slice(4)}`
    : `${start} – ${last}`;
}
