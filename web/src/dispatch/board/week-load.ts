import type { BoardWeek, BoardWeekDay } from '@curbwrench/contract/appointments/board-schemas';
import { getDayRange, type Span } from './geometry.ts';
import { countText } from './lanes.ts';

/** Returns the days of all lanes in one list. */
export function listDays({ unassigned, mechanics }: BoardWeek): BoardWeekDay[] {
  return [...unassigned, ...mechanics.flatMap(({ days }) => days)];
}

/** Returns the range of hours shown, which is the same for all days of a week. */
export function getWeekRange(week: BoardWeek): Span {
  const days = listDays(week);
  const hours = days.flatMap((day) => day.hours);
  return getDayRange({
    mechanics: hours.map((each) => ({ hours: [each] })),
    appointments: days.flatMap(({ jobs }) => jobs),
  });
}

/** Returns '4h 30m of 10h', or only the booked time if no one is working. */
export function describeLoad({
  workingMinutes,
  bookedMinutes,
}: Pick<BoardWeekDay, 'workingMinutes' | 'bookedMinutes'>): string {
  const booked = displayMinutes(bookedMinutes);
  return workingMinutes === 0 ? booked : `${booked} of ${displayMinutes(workingMinutes)}`;
}

/** Returns the total number of jobs on several days and their hours, such as '12 jobs' and '14h of 40h'. */
export function summarizeLoad(days: readonly BoardWeekDay[]): readonly string[] {
  const total = { workingMinutes: 0, bookedMinutes: 0, jobs: 0 };
  for (const { workingMinutes, bookedMinutes, jobs } of days) {
    total.workingMinutes += workingMinutes;
    total.bookedMinutes += bookedMinutes;
    total.jobs += jobs.length;
  }
  const isEmpty = total.workingMinutes === 0 && total.jobs === 0;
  return isEmpty ? [countText(0)] : [countText(total.jobs), describeLoad(total)];
}

/** How busy a mechanic is in a week, in words. */
export interface MechanicLoad {
  /** '12 jobs, 14h of 40h', or 'No jobs'. */
  readonly week: string;
  /** '3 jobs', for each date with at least one. */
  readonly byDate: ReadonlyMap<string, string>;
}

/** Returns each mechanic's load by their id. */
export function describeMechanicLoads({
  mechanics,
}: Pick<BoardWeek, 'mechanics'>): ReadonlyMap<string, MechanicLoad> {
  return new Map(
    mechanics.map(({ id, days }) => {
      const busyDays = days.filter(({ jobs }) => jobs.length > 0);
      const byDate = new Map(busyDays.map(({ date, jobs }) => [date, countText(jobs.length)]));
      return [id, { week: summarizeLoad(days).join(', '), byDate }];
    }),
  );
}

/** Returns '2h 30m', '45m' or '0h'. */
export function displayMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (rest === 0) return `${hours}h`;
  return hours === 0 ? `${rest}m` : `${hours}h ${rest}m`;
}
