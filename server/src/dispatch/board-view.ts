import type {
  BoardDay,
  BoardMechanic,
  BoardWeek,
  BoardWeekDay,
} from '@curbwrench/contract/appointments/board-schemas';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { getWeekday, toMinutes } from '@curbwrench/contract/fields/calendar';
import type { TeamMember, TeamWeek } from '@curbwrench/contract/working-time/schemas';
import { presentMechanicSummary } from '../mechanics/mechanic-view.ts';
import type { MechanicRow } from '../mechanics/queries.ts';
import type { WeekJob } from './queries.ts';

/** Returns one day of the dispatch board. `week` contains the team's hours and time off in the week of that day. */
export function presentBoard(
  date: string,
  mechanics: readonly MechanicRow[],
  week: TeamWeek,
  appointments: readonly Appointment[],
): BoardDay {
  const holiday = week.holidays.find((each) => each.date === date)?.name ?? null;
  const members = new Map(week.people.map((member) => [member.id, member]));
  return {
    date,
    holiday,
    mechanics: mechanics.map((row) => {
      const member = members.get(row.id);
      return {
        ...presentMechanicSummary(row),
        status: row.status,
        sick: row.sick,
        hours: member ? listHours(week, member, date) : [],
        timeOff: member ? listTimeOff(member, date) : [],
      };
    }),
    appointments: [...appointments],
  };
}

/**
 * Returns how busy each mechanic is in a week, and the jobs without a mechanic. Former mechanics who have jobs in that
 * week are listed last, without hours.
 */
export function presentBoardWeek(week: TeamWeek, jobs: readonly WeekJob[]): BoardWeek {
  const jobsOf = (mechanicId: string | null, date: string) =>
    jobs
      .filter((job) => job.mechanicId === mechanicId && job.date === date)
      .map(({ id, status, startTime, endTime }) => ({ id, status, startTime, endTime }));
  const members = new Set(week.people.map(({ id }) => id));
  const formerMechanics = new Map(
    jobs.flatMap(({ mechanicId, mechanic }) =>
      mechanicId === null || mechanic === null || members.has(mechanicId)
        ? []
        : [[mechanicId, mechanic] as const],
    ),
  );
  return {
    dates: [...week.dates],
    holidays: [...week.holidays],
    unassigned: week.dates.map((date) => presentDay(date, [], [], jobsOf(null, date))),
    mechanics: [
      ...week.people.map((member) => ({
        id: member.id,
        firstName: member.firstName,
        lastName: member.lastName,
        days: week.dates.map((date) =>
          presentDay(
            date,
            listHours(week, member, date),
            listTimeOff(member, date),
            jobsOf(member.id, date),
          ),
        ),
      })),
      ...[...formerMechanics].map(([id, { firstName, lastName }]) => ({
        id,
        firstName,
        lastName,
        days: week.dates.map((date) => presentDay(date, [], [], jobsOf(id, date))),
      })),
    ],
  };
}

function presentDay(
  date: string,
  hours: BoardMechanic['hours'],
  timeOff: BoardMechanic['timeOff'],
  jobs: BoardWeekDay['jobs'],
): BoardWeekDay {
  const minutesOff = timeOff.flatMap((off) => hours.map((interval) => getOverlap(off, interval)));
  return {
    date,
    hours,
    workingMinutes: Math.max(0, sum(hours.map(getLength)) - sum(minutesOff)),
    bookedMinutes: sum(jobs.map(getLength)),
    jobs,
  };
}

interface PartOfDay {
  readonly startTime: string;
  readonly endTime: string;
}

function getLength({ startTime, endTime }: PartOfDay): number {
  return toMinutes(endTime) - toMinutes(startTime);
}

/** Returns how many minutes two parts of a day have in common. */
function getOverlap(a: PartOfDay, b: PartOfDay): number {
  const from = Math.max(toMinutes(a.startTime), toMinutes(b.startTime));
  const to = Math.min(toMinutes(a.endTime), toMinutes(b.endTime));
  return Math.max(0, to - from);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Returns a mechanic's working hours on a date; none on a holiday. */
function listHours(
  { holidays }: TeamWeek,
  { weeklyHours, exceptions }: TeamMember,
  date: string,
): BoardMechanic['hours'] {
  if (holidays.some((holiday) => holiday.date === date)) return [];
  const exception = exceptions.find((each) => each.date === date);
  return exception?.hours ?? weeklyHours[getWeekday(date)] ?? [];
}

/** Returns the parts of time off that fall on the date. */
function listTimeOff({ timeOff }: TeamMember, date: string): BoardMechanic['timeOff'] {
  return timeOff
    .filter(
      ({ startDate, endDate, endTime }) =>
        startDate <= date && (endDate > date || (endDate === date && endTime !== '00:00')),
    )
    .map(({ startDate, startTime, endDate, endTime, reason }) => ({
      startTime: startDate < date ? '00:00' : startTime,
      endTime: endDate > date ? '24:00' : endTime,
      reason,
    }));
}
