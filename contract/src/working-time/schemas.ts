import { z } from 'zod';
import { isTimeOfDay } from '../fields/calendar.ts';
import { calendarDate, line, rowId, timeOfDay } from '../fields/schemas.ts';
import { textLimits } from '../fields/text-limits.ts';
import { findHoursProblem } from './hours.ts';

/** The end of an interval; '24:00' is the end of the day. */
const intervalEnd = z
  .string('Please select a time')
  .refine((time) => isTimeOfDay(time) || time === '24:00', 'Please select a time');

const hoursInterval = z.object({ startTime: timeOfDay(), endTime: intervalEnd });

const dayHours = z
  .array(hoursInterval)
  // Rejects huge lists before the check below, whose limit is lower.
  .max(50)
  .superRefine((intervals, context) => {
    const problem = findHoursProblem(intervals);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });
export type DayHours = z.infer<typeof dayHours>;

/** The hours of each day of the week, Sunday first. */
const weeklyHours = z.array(dayHours).length(7, 'A week has seven days.');
export type WeeklyHours = z.infer<typeof weeklyHours>;

const skillNames = z.array(line(textLimits.skill, 'A skill needs a name.')).max(30);

/** Time off. Its end is exclusive: a full day off ends at 00:00 of the next day. */
const timeOff = z.object({
  id: rowId(),
  startDate: z.string(),
  startTime: z.string(),
  endDate: z.string(),
  endTime: z.string(),
  reason: z.string().nullable(),
  /** Whether the mechanic entered it, and therefore may remove it. */
  byMechanic: z.boolean(),
  /** Whether it is a sick day, which ends when the mechanic is reported as back. */
  sick: z.boolean(),
});
export type TimeOff = z.infer<typeof timeOff>;

const teamMember = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  skills: z.array(z.string()),
  weeklyHours: z.array(z.array(z.object({ startTime: z.string(), endTime: z.string() }))),
  /** The dates of this week whose hours replace the weekly hours; empty hours mean a day without work. */
  exceptions: z.array(
    z.object({
      date: z.string(),
      hours: z.array(z.object({ startTime: z.string(), endTime: z.string() })),
    }),
  ),
  timeOff: z.array(timeOff),
});
export type TeamMember = z.infer<typeof teamMember>;

const holiday = z.object({ date: z.string(), name: z.string() });
export type Holiday = z.infer<typeof holiday>;

export const teamWeekQuery = z.object({ date: calendarDate() });

/** Who works when in a week that starts on Sunday. */
export const teamWeek = z.object({
  /** The week's seven dates. */
  dates: z.array(z.string()),
  holidays: z.array(holiday),
  people: z.array(teamMember),
});
export type TeamWeek = z.infer<typeof teamWeek>;

/** An appointment that a change to working time would strand. */
const strandedAppointment = z.object({
  id: rowId(),
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  serviceName: z.string(),
  customerName: z.string(),
  /** The mechanic who no longer works at that time; null for an unassigned appointment for which nobody is free. */
  mechanicName: z.string().nullable(),
});
export type StrandedAppointment = z.infer<typeof strandedAppointment>;

/**
 * The outcome of a change to working time. Nothing is saved unless the request accepts exactly the appointments that
 * the change would strand.
 */
export const workingTimeReply = z.object({
  saved: z.boolean(),
  stranded: z.array(strandedAppointment),
});
export type WorkingTimeReply = z.infer<typeof workingTimeReply>;

/** The ids of the stranded appointments that the person saw and accepted. */
const acceptance = { accepted: z.array(rowId()).max(10_000).default([]) };

/** `before` is what the form showed initially. If that has changed since, nothing is saved. */
export const weeklyHoursInput = z.object({
  hours: weeklyHours,
  before: z.array(z.array(hoursInterval).max(50)).length(7),
  ...acceptance,
});
export type WeeklyHoursInput = z.infer<typeof weeklyHoursInput>;

export const skillsInput = z.object({
  skills: skillNames,
  before: z.array(line(textLimits.skill)).max(100),
  ...acceptance,
});
export type SkillsInput = z.infer<typeof skillsInput>;

/** The hours of one date; null restores the weekly hours. */
export const dayHoursInput = z.object({
  date: calendarDate(),
  hours: dayHours.nullable(),
  before: z.array(hoursInterval).max(50).nullable(),
  ...acceptance,
});
export type DayHoursInput = z.infer<typeof dayHoursInput>;

export const timeOffInput = z.object({
  startDate: calendarDate(),
  startTime: timeOfDay(),
  endDate: calendarDate(),
  endTime: intervalEnd,
  reason: line(textLimits.reason, 'Please enter a reason, such as vacation'),
  ...acceptance,
});
export type TimeOffInput = z.infer<typeof timeOffInput>;

const holidayName = line(textLimits.holidayName, 'Please name the holiday');

export const holidayInput = z.object({ date: calendarDate(), name: holidayName, ...acceptance });
export type HolidayInput = z.infer<typeof holidayInput>;

export const holidayChange = z.object({ name: holidayName });

export const holidayParams = z.object({ date: calendarDate() });

/** The upcoming holidays and, as suggestions, the other federal holidays of this year and next year. */
export const holidayList = z.object({ holidays: z.array(holiday), suggestions: z.array(holiday) });
export type HolidayList = z.infer<typeof holidayList>;
