import { addDays, displayDateWithWeekday, getWeekday } from '@curbwrench/contract/fields/calendar';

/** The week view shows five days; a week starts on Sunday. */
const dayCount = 5;

/** Returns five days from the Sunday of the current week, or of the week `weekOffset` weeks later. */
export function getWeekViewDays(today: string, weekOffset: number): readonly string[] {
  const sunday = addDays(today, 7 * weekOffset - getWeekday(today));
  return Array.from({ length: dayCount }, (_, index) => addDays(sunday, index));
}

/** Returns a day's number of jobs as text: '1 job', '3 jobs', or 'Off' if there are none. */
export function dayLoadText(jobCount: number): string {
  if (jobCount === 0) return 'Off';
  return jobCount === 1 ? '1 job' : `${jobCount} jobs`;
}

/** Returns 'Sun, Nov 22 – Thu, Nov 26, 2026', with both years if the days span two. */
export function getWeekTitle(days: readonly string[]): string {
  const first = displayDateWithWeekday(days[0] ?? '');
  const last = displayDateWithWeekday(days.at(-1) ?? '');
  const year = last.slice(-', 2026'.length);
  const start = first.endsWith(year) ? first.slice(0, -year.length) : first;
  return `${start} – ${last}`;
}
