import { isDeepStrictEqual } from 'node:util';
import {
  addDays,
  daysBetween,
  displayDateWithWeekday,
  toMinutes,
} from '@curbwrench/contract/fields/calendar';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { sortIntervals } from '@curbwrench/contract/working-time/hours';
import type {
  DayHoursInput,
  SkillsInput,
  TimeOffInput,
  WeeklyHoursInput,
  WorkingTimeReply,
} from '@curbwrench/contract/working-time/schemas';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Refused, type Result } from '../application/rules/result.ts';
import { findSkippedTimeProblem } from '../application/rules/skipped-time.ts';
import { getCurrentTime, type Context } from '../application/transaction.ts';
import { replaceWeeklyHours, setSkills } from '../mechanics/working-hours-changes.ts';
import { changeWorkingTime, toRemovalResult } from './change-working-time.ts';
import { deleteTimeOff, insertTimeOff, replaceDayHours } from './changes.ts';
import {
  findOverlappingTimeOff,
  findTimeOff,
  readDayHours,
  readSkills,
  readWeeklyHours,
} from './queries.ts';

/** The maximum length of time off in days, and how many days ahead the hours of a single date can be set. */
const maxDays = 366;

/** Replaces a mechanic's weekly hours. */
export async function saveWeeklyHours(
  context: Context,
  actor: Actor,
  mechanicId: string,
  { hours, before, accepted }: WeeklyHoursInput,
): Promise<Result<WorkingTimeReply>> {
  return changeWorkingTime(context, actor, {
    mechanicId,
    acceptedAppointmentIds: accepted,
    apply: async (trx) => {
      if (!isDeepStrictEqual(await readWeeklyHours(trx, mechanicId), before)) {
        return refuseStaleEdit('These hours');
      }
      await replaceWeeklyHours(trx, mechanicId, hours);
      return null;
    },
  });
}

/** Replaces a mechanic's skills. If skills differ only in case, only the first is saved. */
export async function saveSkills(
  context: Context,
  actor: Actor,
  mechanicId: string,
  { skills, before, accepted }: SkillsInput,
): Promise<Result<WorkingTimeReply>> {
  const lowerCase = skills.map((skill) => skill.toLowerCase());
  const uniqueSkills = skills.filter(
    (_, index) => lowerCase.indexOf(lowerCase[index] ?? '') === index,
  );
  return changeWorkingTime(context, actor, {
    mechanicId,
    acceptedAppointmentIds: accepted,
    apply: async (trx) => {
      if (!isDeepStrictEqual(await readSkills(trx, mechanicId), before)) {
        return refuseStaleEdit('These skills');
      }
      await setSkills(trx, mechanicId, uniqueSkills);
      return null;
    },
  });
}

/**
 * Sets the hours that replace a mechanic's weekly hours on a single date, or removes them. The date must be from today
 * to a year ahead.
 */
export async function saveDayHours(
  context: Context,
  actor: Actor,
  mechanicId: string,
  { date, hours, before, accepted }: DayHoursInput,
): Promise<Result<WorkingTimeReply>> {
  const { local, timeZone } = getCurrentTime(context);
  const days = daysBetween(local.date, date);
  if (days < 0) return refused('invalid_request', 'That date is in the past.');
  if (days > maxDays) {
    return refused('invalid_request', 'Please choose a date within the next year.');
  }
  const times = (hours ?? []).flatMap(({ startTime, endTime }) => [startTime, endTime]);
  const refusal = refuseSkippedTimes(
    times.map((time) => ({ date, time })),
    timeZone,
  );
  if (refusal) return refusal;
  return changeWorkingTime(context, actor, {
    mechanicId,
    from: date,
    to: date,
    acceptedAppointmentIds: accepted,
    apply: async (trx) => {
      if (!isDeepStrictEqual(await readDayHours(trx, mechanicId, date), before)) {
        return refuseStaleEdit("That day's hours");
      }
      await replaceDayHours(trx, mechanicId, date, hours && sortIntervals(hours));
      return null;
    },
  });
}

/**
 * Adds time off, which must not be longer than a year and must not have ended yet. The office can add it for any
 * mechanic; mechanics can add it only for themselves.
 */
export async function addTimeOff(
  context: Context,
  actor: Actor,
  mechanicId: string,
  input: TimeOffInput,
): Promise<Result<WorkingTimeReply>> {
  const { local, timeZone } = getCurrentTime(context);
  const start = { date: input.startDate, time: input.startTime };
  const end = { date: input.endDate, time: input.endTime };
  const minutes =
    daysBetween(start.date, end.date) * 1440 + toMinutes(end.time) - toMinutes(start.time);
  if (minutes <= 0) return refused('invalid_request', 'Time off must end after it starts.');
  if (minutes > maxDays * 1440) {
    return refused('invalid_request', "Time off can't be longer than a year.");
  }
  const minutesLeft =
    daysBetween(local.date, end.date) * 1440 + toMinutes(end.time) - local.minutes;
  if (minutesLeft <= 0) return refused('invalid_request', 'That time off has already ended.');
  if (daysBetween(local.date, start.date) > 2 * maxDays) {
    return refused('invalid_request', 'Please choose a date within the next two years.');
  }
  const refusal = refuseSkippedTimes([start, end], timeZone);
  if (refusal) return refusal;
  const lastDate = end.time === '00:00' ? addDays(end.date, -1) : end.date;
  return changeWorkingTime(context, actor, {
    mechanicId,
    from: start.date,
    to: lastDate,
    acceptedAppointmentIds: input.accepted,
    apply: async (trx) => {
      const overlapping = await findOverlappingTimeOff(trx, mechanicId, start, end);
      if (overlapping) return refused('in_use', toOverlapMessage(overlapping));
      const inserted = await insertTimeOff(trx, mechanicId, input, !isOfficeRole(actor.role));
      return inserted ? null : refused('in_use', 'The mechanic is already out sick at that time.');
    },
  });
}

function toOverlapMessage(other: {
  readonly startDate: string;
  readonly lastDate: string;
}): string {
  const start = displayDateWithWeekday(other.startDate);
  const dates =
    other.lastDate === other.startDate
      ? `on ${start}`
      : `from ${start} through ${displayDateWithWeekday(other.lastDate)}`;
  return `This overlaps other time off ${dates}.`;
}

/** Removes time off. The office can remove any; mechanics can remove only what they entered themselves. */
export async function removeTimeOff(
  context: Context,
  actor: Actor,
  id: number,
): Promise<Result<void>> {
  const timeOff = await findTimeOff(context.store.kysely, id);
  const isOfficeStaff = isOfficeRole(actor.role);
  if (!timeOff || (!isOfficeStaff && timeOff.mechanicId !== actor.id)) return noSuchTimeOff();
  if (timeOff.sick) {
    return refused('wrong_status', 'This is a sick day. Please mark the mechanic as back instead.');
  }
  if (!isOfficeStaff && !timeOff.byMechanic) {
    return refused(
      'not_allowed',
      'The office entered this time off. Please ask them to remove it.',
    );
  }
  const removed = await changeWorkingTime(context, actor, {
    mechanicId: timeOff.mechanicId,
    from: timeOff.startDate,
    to: timeOff.lastDate,
    acceptedAppointmentIds: [],
    apply: async (trx) => ((await deleteTimeOff(trx, id)) ? null : noSuchTimeOff()),
  });
  return toRemovalResult(removed);
}

function noSuchTimeOff(): Refused {
  return refused('not_found', 'Time off not found.');
}

function refuseStaleEdit(subject: string): Refused {
  return refused(
    'wrong_status',
    `${subject} were changed by someone else. Nothing was saved. Please check them and try again.`,
  );
}

function refuseSkippedTimes(
  times: readonly { readonly date: string; readonly time: string }[],
  timeZone: string,
): Refused | null {
  for (const { date, time } of times) {
    const problem = findSkippedTimeProblem(date, time, timeZone);
    if (problem !== null) return refused('invalid_request', problem);
  }
  return null;
}
