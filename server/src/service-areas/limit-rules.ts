import { daysBetween, getWeekday, toMinutes } from '@curbwrench/contract/fields/calendar';
import { formatDays, formatStartLimits } from '@curbwrench/contract/service-areas/area-text';
import type { ServiceArea } from '@curbwrench/contract/service-areas/schemas';
import { weekdays, type Weekday } from '@curbwrench/contract/service-areas/weekdays';
import type { LocalTime } from '../application/rules/business-time.ts';

/** An area's limits on the days and times at which jobs can start there. */
export type AreaLimits = Pick<
  ServiceArea,
  'name' | 'days' | 'earliestStart' | 'latestStart' | 'noticeHours'
>;

/** Why an area does not allow customers to book a date or time, and which of the two is wrong. */
export interface LimitProblem {
  readonly field: 'date' | 'startTime';
  readonly message: string;
}

/** Returns why the area does not allow customers to book this date or time, or null. Null inputs are not checked. */
export function findLimitProblem(
  area: AreaLimits,
  { date, startTime }: { readonly date: string | null; readonly startTime: string | null },
  now: LocalTime,
): LimitProblem | null {
  const day = date === null ? null : weekdays[getWeekday(date)];
  if (day && !area.days.includes(day)) {
    return {
      field: 'date',
      message: `In our ${area.name} area, we work ${formatOpenDays(area.days)}.`,
    };
  }
  if (startTime === null) return null;
  const { earliestStart, latestStart, noticeHours } = area;
  const isTooEarly = earliestStart !== null && startTime < earliestStart;
  const isTooLate = latestStart !== null && startTime > latestStart;
  if (isTooEarly || isTooLate) {
    const message = `In our ${area.name} area, appointments start ${formatStartLimits(area)}.`;
    return { field: 'startTime', message };
  }
  if (date === null || noticeHours === null) return null;
  const minutesAhead = daysBetween(now.date, date) * 1440 + toMinutes(startTime) - now.minutes;
  if (minutesAhead >= noticeHours * 60) return null;
  const hours = noticeHours === 1 ? '1 hour' : `${noticeHours} hours`;
  const message = `In our ${area.name} area, please book at least ${hours} ahead.`;
  return { field: 'startTime', message };
}

/** Returns 'Monday through Friday', or 'on Mondays and Wednesdays'. */
function formatOpenDays(days: readonly Weekday[]): string {
  const text = formatDays(days);
  return text.includes(' through ') ? text : `on ${text.replaceAll('day', 'days')}`;
}
