import { z } from 'zod';
import { isTimeOfDay } from '../fields/calendar.ts';
import { calendarDate, line, rowId, timeOfDay } from '../fields/schemas.ts';
import { textLimits } from '../fields/text-limits.ts';
import { findHoursProblem } from './hours.ts';

/** The end of an interval; '24:00' is the end of the day. */
const endOfDayTime = z
  .string('Please select a time')
  .refine((time) => isTimeOfDay(time) || time === '24:00', 'Please select a time');

const hoursInterval = z.object({ startTime: timeOfDay(), endTime: endOfDayTime });

const dayHours = z
  .array(hoursInterval)
  .max(50)
  .superRefine((intervals, context) => {
    const problem = findHoursProblem(intervals);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });
export type DayHours = z.infer<typeof dayHours>;

/** The hours of each weekday, Sunday first. */
const weeklyHours = z.array(dayHours).length(7, 'A week has seven days.');
export type WeeklyHours = z.infer<typeof weeklyHours>;

const skillNames = z.array(line(textLimits.skill, 'A skill needs a name.')).max(30);

/** Time off. Its end is exclusive: a whole day ends at midnight of the next. */
const timeOff = z.object({
  id: rowId(),
  startDate: z.string(),
  startTime: z.string(),
  endDate: z.string(),
  endTime: z.string(),
  reason: z.string().nullable(),
  /** Whether the mechanic entered it, and may remove it. */
  byMechanic: z.boolean(),
});
export type TimeOff = z.infer<typeof timeOff>;

const teamMember = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  skills: z.array(z.string()),
  weeklyHours: z.array(z.array(z.object({ startTime: z.string(), endTime: z.string() }))),
  /** The days of the week whose hours differ from the weekly ones; without hours: does not work that day. */
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

/** A week from Sunday on: who works when. */
export const teamWeek = z.object({
  /** Its seven dates. */
  dates: z.array(z.string()),
  holidays: z.array(holiday),
  people: z.array(teamMember),
});
export type TeamWeek = z.infer<typeof teamWeek>;

/** An appointment that a change of working time leaves without a mechanic's time. */
const strandedAppointment = z.object({
  id: rowId(),
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  serviceName: z.string(),
  customerName: z.string(),
  /** The mechanic who no longer works then; null: it waits for a mechanic, and no one is free then. */
  mechanicName: z.string().nullable(),
});
export type StrandedAppointment = z.infer<typeof strandedAppointment>;

/**
 * The outcome of a change of working time. Nothing is saved while it would strand other appointments than those
 * that the request accepts.
 */
export const workingTimeReply = z.object({
  saved: z.boolean(),
  stranded: z.array(strandedAppointment),
});
export type WorkingTimeReply = z.infer<typeof workingTimeReply>;

/** The appointments that may be stranded, as the person who saves was shown them. */
const acceptance = { accepted: z.array(rowId()).max(10_000).default([]) };

/** `before` is what the form showed at first: if it has changed since, nothing is saved. */
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

/** The hours of one date; null: the weekly ones count again. */
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
  endTime: endOfDayTime,
  reason: line(textLimits.reason, 'Please give a reason, such as vacation'),
  ...acceptance,
});
export type TimeOffInput = z.infer<typeof timeOffInput>;

const holidayName = line(textLimits.holidayName, 'Please name the holiday');

export const holidayInput = z.object({ date: calendarDate(), name: holidayName, ...acceptance });
export type HolidayInput = z.infer<typeof holidayInput>;

export const holidayChange = z.object({ name: holidayName });

export const holidayParams = z.object({ date: calendarDate() });

/** The coming holidays, and federal ones of this and the next year that are not among them. */
export const holidayList = z.object({ holidays: z.array(holiday), suggestions: z.array(holiday) });
export type HolidayList = z.infer<typeof holidayList>;
