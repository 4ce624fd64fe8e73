import {
  addDays,
  displayDateWithWeekday,
  displayTime,
  getWeekday,
} from '@curbwrench/contract/fields/calendar';
import type { HoursInterval } from '@curbwrench/contract/working-time/hours';
import type { TeamMember, TimeOff } from '@curbwrench/contract/working-time/schemas';

/** A mechanic's day as shown in the week view. */
export interface MemberDay {
  readonly hours: readonly HoursInterval[];
  /** Whether the date has its own hours instead of the weekly hours. */
  readonly isException: boolean;
  readonly timeOff: readonly TimeOff[];
}

/** Returns a mechanic's hours on a date, and the time off that overlaps it. */
export function getMemberDay(member: TeamMember, date: string): MemberDay {
  const exception = member.exceptions.find((each) => each.date === date);
  return {
    hours: exception?.hours ?? member.weeklyHours[getWeekday(date)] ?? [],
    isException: exception !== undefined,
    timeOff: member.timeOff.filter(
      ({ startDate, endDate, endTime }) =>
        startDate <= date && date <= (endTime === '00:00' ? addDays(endDate, -1) : endDate),
    ),
  };
}

/** Returns an interval for a narrow column, where it may break after the dash: '8 AM–5:30 PM'. */
export function displayShortInterval({ startTime, endTime }: HoursInterval): string {
  return `${shorten(startTime)}–${shorten(endTime)}`;
}

/** Returns when someone is off on a date: 'Off', 'Off until 12 PM', 'Off from 3 PM' or 'Off 10 AM–11 AM'. */
export function displayTimeOff(timeOff: TimeOff, date: string): string {
  const { startDate, startTime, endDate, endTime } = timeOff;
  const startsThatDay = startDate === date && startTime !== '00:00';
  const endsThatDay = endDate === date && endTime !== '00:00';
  if (startsThatDay && endsThatDay) return `Off ${displayShortInterval({ startTime, endTime })}`;
  if (startsThatDay) return `Off from ${shorten(startTime)}`;
  return endsThatDay ? `Off until ${shorten(endTime)}` : 'Off';
}

/**
 * Returns a full description of someone's time off: 'Tue, Mar 03, 2026, 3 PM to Thu, Mar 05, 2026, Vacation'. Full
 * days have no times.
 */
export function describeTimeOff({ reason, ...timeOff }: TimeOff): string {
  const { startDate, startTime, endDate, endTime } = timeOff;
  const lastDate = endTime === '00:00' ? addDays(endDate, -1) : endDate;
  const start =
    displayDateWithWeekday(startDate) + (startTime === '00:00' ? '' : `, ${shorten(startTime)}`);
  const end = [
    ...(lastDate === startDate ? [] : [displayDateWithWeekday(lastDate)]),
    ...(endTime === '00:00' ? [] : [shorten(endTime)]),
  ].join(', ');
  return `${start}${end && ` to ${end}`}${reason === null ? '' : `, ${reason}`}`;
}

function shorten(time: string): string {
  return displayTime(time).replace(':00', '').replace(' ', '\u00A0');
}
