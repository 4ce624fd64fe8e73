import type { HoursInterval } from '@curbwrench/contract/working-time/hours';
import type { Business, WorkingTime } from './business.ts';
import type { Step } from './scenario.ts';
import {
  findAdmin,
  pick,
  pickDate,
  pickMechanic,
  pickOfficePerson,
  pickSelfOrOfficePerson,
  type RequestBuilder,
} from './step-context.ts';

/** Builds the requests for steps about working time and the settings of the business. */
export const workingTimeRequestBuilders = {
  saveHours: ({ business, step }) => {
    const mechanic = pickWorkingTime(business, step);
    if (!mechanic) return null;
    const day = pick(dayVariants, step.choice) ?? [];
    // The same hours from Monday through Friday, so that the change affects days with bookings.
    const hours = Array.from({ length: 7 }, (_, weekday) =>
      weekday === 0 ? [] : weekday === 6 && step.choice % 2 === 0 ? [] : day,
    );
    const before = isStale(step) ? hours : weeklyHoursOf(mechanic);
    return [
      'saveWeeklyHours',
      pickOfficePerson(step.target),
      mechanic.mechanicId,
      { hours, before },
    ];
  },
  saveDay: (context) => {
    const { business, step } = context;
    const mechanic = pickWorkingTime(business, step);
    if (!mechanic) return null;
    const date = pickDate(context);
    const hours = step.choice % 4 === 3 ? null : (pick(dayVariants, step.choice + 3) ?? []);
    const before = isStale(step) ? hours : dayHoursOf(mechanic, date);
    const payload = { date, hours, before };
    return ['saveDayHours', pickOfficePerson(step.target), mechanic.mechanicId, payload];
  },
  saveSkills: ({ business, step }) => {
    const mechanic = pickWorkingTime(business, step);
    if (!mechanic) return null;
    const skills = pick([['brakes', 'engine'], ['brakes'], ['engine', 'Engine'], []], step.choice);
    const before = isStale(step) ? ['none'] : mechanic.skills;
    return ['saveSkills', pickOfficePerson(step.target), mechanic.mechanicId, { skills, before }];
  },
  addTimeOff: (context) => {
    const { business, step } = context;
    const id = pickMechanic(business, step);
    if (id === undefined) return null;
    const startDate = pickDate(context);
    const [startTime, days, endTime] = pick(timeOffVariants, step.choice) ?? timeOffVariants[0];
    const endDate = pickDate({ ...context, step: { ...step, day: step.day + days } });
    const payload = { startDate, startTime, endDate, endTime, reason: 'Vacation' };
    return ['addTimeOff', pickSelfOrOfficePerson(business, step, id), id, payload];
  },
  removeTimeOff: ({ business, step }) => {
    const found = pick(business.timeOff, step.target);
    if (!found) return null;
    return ['removeTimeOff', pickSelfOrOfficePerson(business, step, found.mechanicId), found.id];
  },
  addHoliday: (context) => {
    const payload = { date: pickDate(context), name: 'Founders’ Day' };
    return ['addHoliday', pickOfficePerson(context.step.target), '', payload];
  },
  renameHoliday: ({ business, step }) => {
    const date = pick(business.holidays, step.target);
    const payload = { name: `Holiday ${step.choice}` };
    return date === undefined
      ? null
      : ['renameHoliday', pickOfficePerson(step.target), date, payload];
  },
  removeHoliday: ({ business, step }) => {
    const date = pick(business.holidays, step.target);
    return date === undefined ? null : ['removeHoliday', pickOfficePerson(step.target), date];
  },
  reportSick: ({ business, step, today }) => {
    // Mostly chooses a mechanic with jobs today, which others may cover.
    const busyMechanicIds = business.appointments.flatMap(({ status, date, mechanicId }) =>
      status === 'confirmed' && date === today && mechanicId !== null ? [mechanicId] : [],
    );
    const id =
      step.choice % 4 > 0
        ? (pick(busyMechanicIds, step.target) ?? pickMechanic(business, step))
        : pickMechanic(business, step);
    return id === undefined ? null : ['reportSick', pickSelfOrOfficePerson(business, step, id), id];
  },
  endSickDay: ({ business, step }) => {
    const id = pickSickMechanic(business, step);
    return id === undefined
      ? null
      : ['withdrawSickReport', pickSelfOrOfficePerson(business, step, id), id];
  },
  coverJobs: ({ business, step }) => {
    const id = pickSickMechanic(business, step);
    return id === undefined ? null : ['coverJobs', pickOfficePerson(step.choice), id, { jobs: [] }];
  },
  saveSettings: ({ business, step }) => {
    const change = pick(settingsVariants, step.choice);
    const payload = {
      ...business.settings,
      ...change,
      version: business.settingsVersion - (isStale(step) ? 1 : 0),
      ...(step.target % 3 > 0 && { confirmOutside: true }),
    };
    return ['saveBusinessSettings', findAdmin(business), '', payload];
  },
} satisfies Record<string, RequestBuilder>;

function interval(startTime: string, endTime: string): HoursInterval {
  return { startTime, endTime };
}

/**
 * A day's hours: mostly the usual ones or part of them. Some intervals are adjacent or end at midnight, and the last
 * variant is invalid.
 */
const dayVariants: readonly (readonly HoursInterval[])[] = [
  [interval('08:00', '18:00')],
  [interval('08:00', '12:00')],
  [interval('08:00', '09:30'), interval('11:00', '18:00')],
  [],
  [interval('07:00', '10:30'), interval('10:30', '24:00')],
  [interval('06:00', '20:00')],
  [interval('08:00', '18:00')],
  [interval('12:00', '18:00'), interval('08:00', '10:00')],
  [interval('09:00', '17:00')],
  [interval('12:00', '18:00'), interval('08:00', '13:00')],
];

/** The start time, the days until the end date, and the end time; the last variant is invalid. */
const timeOffVariants: readonly [TimeOffVariant, ...TimeOffVariant[]] = [
  ['00:00', 0, '24:00'],
  ['09:30', 0, '10:15'],
  ['00:00', 1, '00:00'],
  ['12:00', 1, '10:00'],
  ['08:00', 0, '18:00'],
  ['10:00', 2, '12:00'],
  ['10:00', 0, '09:00'],
];
type TimeOffVariant = readonly [startTime: string, days: number, endTime: string];

const usualHours = { opens: '08:00', closes: '18:00' };
const settingsVariants: readonly Partial<Business['settings']>[] = [
  { bufferMinutes: 30 },
  { bufferMinutes: 0 },
  { noticeHours: 4 },
  { noticeHours: 0 },
  { jobsMustEndWithinWorkingHours: true },
  { jobsMustEndWithinWorkingHours: false },
  { slotIntervalMinutes: 30 },
  { slotIntervalMinutes: 15, bufferMinutes: 15 },
  { windowDays: 3 },
  { windowDays: 30, slotIntervalMinutes: 60 },
  {
    businessHours: [
      null,
      usualHours,
      null,
      usualHours,
      { opens: '09:30', closes: '16:00' },
      usualHours,
      usualHours,
    ],
  },
  { businessHours: [null, usualHours, usualHours, usualHours, usualHours, usualHours, null] },
];

/** Returns whether the request is made as if from an outdated form. */
function isStale({ target, choice }: Step): boolean {
  return target === 11 && choice % 3 === 0;
}

function pickWorkingTime(business: Business, step: Step): WorkingTime | undefined {
  const id = pickMechanic(business, step);
  return business.workingTimes.find(({ mechanicId }) => mechanicId === id);
}

/** Returns the id of a mechanic who is out sick or, if nobody is, of any mechanic. */
function pickSickMechanic(business: Business, step: Step): string | undefined {
  const sick = business.timeOff.filter((each) => each.sick);
  return pick(sick, step.target)?.mechanicId ?? pickMechanic(business, step);
}

function weeklyHoursOf({ intervals }: WorkingTime): HoursInterval[][] {
  return Array.from({ length: 7 }, (_, weekday) =>
    intervals
      .filter((each) => each.weekday === weekday)
      .map(({ startTime, endTime }) => interval(startTime, endTime)),
  );
}

function dayHoursOf({ exceptions }: WorkingTime, date: string): HoursInterval[] | null {
  const rows = exceptions.filter((each) => each.date === date);
  if (rows.length === 0) return null;
  return rows.flatMap(({ startTime, endTime }) =>
    startTime !== null && endTime !== null ? [interval(startTime, endTime)] : [],
  );
}
