import {
  bookingDateProblem,
  bookingNoticeProblem,
  calculateEndTime,
  getBusinessHours,
  listStartTimes,
  officeBookingRules,
  type BookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';
import { daysBetween, toMinutes } from '@curbwrench/contract/fields/calendar';
import type { Refusal } from '@curbwrench/contract/api/errors';
import { isOfficeRole, type Role } from '@curbwrench/contract/people/roles';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import type { LocalTime, CurrentTime } from '../../application/rules/business-time.ts';
import { createSkippedTimeFinder } from '../../application/rules/skipped-time.ts';
import type { DayPlan, Interval } from './day-plan.ts';
import { findPlacementOnRoster, type Placement } from './holds.ts';
import { fitsWithin, Roster, startsWithin } from './mechanic-roster.ts';
import { skillsText, type NeededWork } from './skills.ts';

/** The current local time, and the rules that apply to the person who is booking. */
export interface BookingContext extends LocalTime {
  /**
   * Whether the office is booking. The office may book any day up to a year ahead, at any quarter hour, and, with a
   * confirmation, outside working hours; customers follow the booking rules.
   */
  readonly isOfficeBooking: boolean;
  /** The business's time zone. */
  readonly timeZone: string;
  /** Whether the office has confirmed that the job is outside working hours. */
  readonly confirmsOutsideHours?: boolean | undefined;
}

/** Returns the current local time with the rules that apply to this person; null means a visitor. */
export function getBookingContext(
  { local, timeZone }: CurrentTime,
  viewer: { readonly role: Role } | null,
  confirmsOutsideHours = false,
): BookingContext {
  return {
    ...local,
    timeZone,
    isOfficeBooking: viewer !== null && isOfficeRole(viewer.role),
    confirmsOutsideHours,
  };
}

/**
 * A slot that can be booked, with the mechanic whose time to hold (null if the business has no mechanics yet), or a
 * refusal: `slot_closed` if a rule closes the slot, `slot_taken` if no one is free, or `outside_hours` if the office
 * must confirm it.
 */
export type SlotChoice =
  | {
      readonly ok: true;
      readonly endTime: string;
      readonly placement: Placement | null;
      /** Whether the slot is outside working hours, which the office confirmed. */
      readonly outsideHours: boolean;
    }
  | RefusedSlot;

interface RefusedSlot {
  readonly ok: false;
  readonly refusal: Refusal;
  /** A short message to show on the slot. */
  readonly reason: string;
}

/** Returns the day's time slots for one or more services; closed slots come with a reason. */
export function listSlots(plan: DayPlan, work: NeededWork, now: BookingContext): Slot[] {
  return [...iterateSlots(plan, work, now)];
}

/** Like `listSlots`, but checks each slot only when it is requested, because each check takes time. */
export function* iterateSlots(
  plan: DayPlan,
  work: NeededWork,
  now: BookingContext,
): Generator<Slot> {
  const roster = new Roster(plan);
  const findRefusal = createStartCheck(plan, now);
  for (const startTime of listStartTimes(plan.rules, plan.date)) {
    const choice = findRefusal(startTime) ?? decideSlot(roster, work, startTime, now);
    yield presentSlot(startTime, work.duration, choice);
  }
}

/** Converts a decision on a start time to the slot that the API returns. */
export function presentSlot(
  startTime: string,
  duration: number,
  choice: { readonly ok: true } | RefusedSlot,
): Slot {
  return {
    startTime,
    endTime: calculateEndTime(startTime, duration),
    available: choice.ok,
    reason: choice.ok ? null : choice.reason,
    ...(!choice.ok && choice.refusal.code === 'outside_hours' && { needsConfirmation: true }),
  };
}

/**
 * Checks whether the services can be booked at `startTime`, and chooses the mechanic whose time to hold. Makes the same
 * decision as `listSlots`. To reschedule an appointment within its day, pass a plan that leaves out the appointment itself.
 */
export function chooseSlot(
  plan: DayPlan,
  work: NeededWork,
  startTime: string,
  now: BookingContext,
): SlotChoice {
  return checkStart(plan, startTime, now) ?? decideSlot(new Roster(plan), work, startTime, now);
}

/** Checks a start time for which `checkStart` returns no refusal. */
function decideSlot(
  roster: Roster,
  work: NeededWork,
  startTime: string,
  now: BookingContext,
): SlotChoice {
  const { plan } = roster;
  const endTime = calculateEndTime(startTime, work.duration);
  if (endTime === null)
    return refuseSlot('Ends after midnight', 'The job would end after midnight.');
  const interval = { from: toMinutes(startTime), to: toMinutes(endTime) };
  const job = { interval, buffer: plan.bufferMinutes, skills: work.skills };

  if (!plan.hasMechanics) {
    const isWithinHours = fitsBusinessHours(plan, interval);
    if (isWithinHours || (now.isOfficeBooking && now.confirmsOutsideHours)) {
      return { ok: true, endTime, placement: null, outsideHours: !isWithinHours };
    }
    return now.isOfficeBooking ? toConfirmable(refuseLateEnd()) : refuseLateEnd();
  }
  const placement = findPlacementOnRoster(roster, job);
  if (placement) return { ok: true, endTime, placement, outsideHours: false };
  const noMechanic =
    plan.holiday === null ? createNoMechanicRefusal(roster, job) : refuseHoliday(plan);
  if (!now.isOfficeBooking || noMechanic.refusal.code === 'slot_taken') return noMechanic;
  const outsidePlacement = findPlacementOnRoster(roster, { ...job, outsideHours: true });
  if (!outsidePlacement) return noMechanic;
  return now.confirmsOutsideHours
    ? { ok: true, endTime, placement: outsidePlacement, outsideHours: true }
    : toConfirmable(noMechanic);
}

/** Returns why no job can start at `startTime` on this plan's day, whoever is free; null if one could. */
export function checkStart(
  plan: DayPlan,
  startTime: string,
  now: BookingContext,
): RefusedSlot | null {
  return createStartCheck(plan, now)(startTime);
}

/** Returns a function like `checkStart` that checks many start times of the plan's day. */
export function createStartCheck(
  plan: DayPlan,
  now: BookingContext,
): (startTime: string) => RefusedSlot | null {
  const closedDay = refuseClosedDay(plan, now);
  if (closedDay) return () => closedDay;
  const rules = getRules(plan, now);
  const startTimes = new Set(listStartTimes(rules, plan.date));
  const minutesUntilDay = daysBetween(now.date, plan.date) * 1440 - now.minutes;
  const findTimeProblem = createSkippedTimeFinder(plan.date, now.timeZone);
  return (startTime) => {
    if (!startTimes.has(startTime)) {
      const message = now.isOfficeBooking
        ? 'Please choose a time on the quarter hour.'
        : "Please choose one of that day's time slots.";
      return refuseSlot('Not a time slot', message);
    }
    const timeProblem = findTimeProblem(startTime);
    if (timeProblem !== null) return refuseSlot(timeProblem.replace(/\.$/, ''), timeProblem);
    const minutesAhead = minutesUntilDay + toMinutes(startTime);
    if (plan.date === now.date && minutesAhead <= 0) {
      return refuseSlot('That time has passed', 'That time has passed.');
    }
    const problem = bookingNoticeProblem(minutesAhead, rules.noticeHours);
    return problem === null ? null : refuseSlot(problem.replace(/\.$/, ''), problem);
  };
}

/** Returns whether a business without mechanics is open during the interval. */
function fitsBusinessHours(plan: DayPlan, interval: Interval): boolean {
  const hours = getBusinessHours(plan.rules, plan.date);
  if (hours === null || plan.holiday !== null) return false;
  const open = { from: toMinutes(hours.opens), to: toMinutes(hours.closes) };
  return (plan.mustEndWithinWorkingHours ? fitsWithin : startsWithin)(open, interval);
}

function refuseClosedDay(plan: DayPlan, now: BookingContext): RefusedSlot | null {
  const problem = bookingDateProblem(plan.date, now.date, getRules(plan, now));
  if (problem !== null) return refuseSlot(problem, problem);
  return plan.holiday === null || now.isOfficeBooking ? null : refuseHoliday(plan);
}

function getRules({ rules }: DayPlan, { isOfficeBooking }: BookingContext): BookingRules {
  return isOfficeBooking ? officeBookingRules : rules;
}

function refuseHoliday({ holiday }: DayPlan): RefusedSlot {
  return refuseSlot(holiday ?? '', `The business is closed that day: ${holiday}.`);
}

/** Returns the refusal of a slot for which no mechanic was found: none works at that time, or all are busy. */
function createNoMechanicRefusal(
  roster: Roster,
  job: { readonly interval: Interval; readonly buffer: number; readonly skills: readonly string[] },
): RefusedSlot {
  const obstacles = roster.findObstacles(job).map((obstacle) => obstacle?.kind);
  if (obstacles.some((kind) => kind === undefined || kind === 'busy')) {
    const message = 'That time slot is fully booked. Please choose another.';
    return { ok: false, refusal: { code: 'slot_taken', message }, reason: 'Fully booked' };
  }
  if (obstacles.includes('ends_late')) return refuseLateEnd();
  const mechanic =
    job.skills.length === 0 ? 'No mechanic' : `No mechanic with the ${skillsText(job.skills)}`;
  return refuseSlot(`${mechanic} is working at that time`, `${mechanic} is working at that time.`);
}

function refuseLateEnd(): RefusedSlot {
  const message = 'This job would end after working hours.';
  return refuseSlot('Would end after working hours', message);
}

/** Converts the refusal to one that the office can override by confirming it. */
function toConfirmable(choice: RefusedSlot): RefusedSlot {
  return { ...choice, refusal: { ...choice.refusal, code: 'outside_hours' } };
}

function refuseSlot(reason: string, message: string): RefusedSlot {
  return { ok: false, refusal: { code: 'slot_closed', message }, reason };
}
