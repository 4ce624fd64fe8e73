import { addDays, displayTime, getWeekday } from '@curbwrench/contract/fields/calendar';
import type { HoursInterval } from '@curbwrench/contract/working-time/hours';
import type { TeamMember, TimeOff } from '@curbwrench/contract/working-time/schemas';

/** A mechanic's day as the week shows it. */
export interface MemberDay {
  readonly hours: readonly HoursInterval[];
  /** Whether the hours differ from those of every week. */
  readonly isException: boolean;
  readonly timeOff: readonly TimeOff[];
}

/** Returns the hours of a mechanic on a date, and the time off that has a part in it. */
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

/** Returns an interval for a narrow column: '8 AM–5:30 PM'. */
export function displayShortInterval({ startTime, endTime }: HoursInterval): string {
  return `${shorten(startTime)}–${shorten(endTime)}`;
}

/** Returns when someone is off on a date: 'Off', 'Off until 12 PM', 'Off from 3 PM' or 'Off 10 AM–11 AM'. */
export function displayTimeOff(timeOff: TimeOff, date: string): string {
  const { startDate, startTime, endDate, endTime } = timeOff;
  const begins = startDate === date && startTime !== '00:00';
  const ends = endDate === date && endTime !== '00:00';
  if (begins && ends) return `Off ${displayShortInterval({ startTime, endTime })}`;
  if (begins) return `Off from ${shorten(startTime)}`;
  return ends ? `Off until ${shorten(endTime)}` : 'Off';
}

function shorten(time: string): string {
  return displayTime(time).replace(':00', '');
}
