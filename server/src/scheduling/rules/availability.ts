import {
  bookingDateProblem,
  bookingNoticeProblem,
  calculateEndTime,
  getOpeningHours,
  listStartTimes,
  officeBookingRules,
  type BookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';
import { daysBetween, toMinutes } from '@curbwrench/contract/fields/calendar';
import type { Refusal } from '@curbwrench/contract/api/errors';
import { isDispatchRole, type Role } from '@curbwrench/contract/people/roles';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import type { LocalTime } from '../../application/rules/business-time.ts';
import type { DayPlan, Interval } from './day-plan.ts';
import { findPlacementOnRoster, type Placement } from './holds.ts';
import { liesWithin, Roster, startsWithin } from './mechanic-roster.ts';
import { skillsText, type NeededWork } from './skills.ts';

/** The moment of a booking: the business's local time, and what applies to the person who books. */
export interface BookingMoment extends LocalTime {
  /**
   * Whether the office books: on any day up to a year ahead, at any quarter of an hour, and outside working hours
   * once it has confirmed that. The booking rules are for customers.
   */
  readonly isOffice: boolean;
  /** Whether the office has confirmed that the job is outside working hours. */
  readonly confirmsOutsideHours?: boolean | undefined;
}

/** Returns the moment of a booking by this person (null: a visitor). */
export function getBookingMoment(
  local: LocalTime,
  viewer: { readonly role: Role } | null,
  confirmsOutsideHours = false,
): BookingMoment {
  return {
    ...local,
    isOffice: viewer !== null && isDispatchRole(viewer.role),
    confirmsOutsideHours,
  };
}

/**
 * A slot that can be booked, with the mechanic to hold (null: the business has no mechanics yet, or nobody could do
 * it outside working hours), or why not: `slot_closed` by a rule, `slot_taken` because no one is free, `outside_hours`
 * if the office has to confirm it.
 */
export type SlotChoice =
  | {
      readonly ok: true;
      readonly endTime: string;
      readonly placement: Placement | null;
      /** Whether it is outside working hours, as the office confirmed. */
      readonly outsideHours: boolean;
    }
  | RefusedSlot;

interface RefusedSlot {
  readonly ok: false;
  readonly refusal: Refusal;
  /** A short text for the slot. */
  readonly reason: string;
}

/** Returns the day's time slots for one or several services, each closed one with its reason. */
export function listSlots(plan: DayPlan, service: NeededWork, now: BookingMoment): Slot[] {
  const roster = new Roster(plan);
  return listStartTimes(plan.rules, plan.date).map((startTime) =>
    presentSlot(startTime, service.duration, decideSlot(roster, service, startTime, now)),
  );
}

/** Returns a time slot as it is shown. */
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
 * Checks whether the service can be booked at `startTime`, and chooses the mechanic to hold. Decides exactly as
 * `listSlots` does. To move an appointment within its day, leave its own engagement
 * out of the plan.
 */
export function chooseSlot(
  plan: DayPlan,
  service: NeededWork,
  startTime: string,
  now: BookingMoment,
): SlotChoice {
  return decideSlot(new Roster(plan), service, startTime, now);
}

function decideSlot(
  roster: Roster,
  service: NeededWork,
  startTime: string,
  now: BookingMoment,
): SlotChoice {
  const { plan } = roster;
  const refusal = refuseClosedDay(plan, now) ?? refuseClosedTime(plan, startTime, now);
  if (refusal) return refusal;

  const endTime = calculateEndTime(startTime, service.duration);
  if (endTime === null)
    return refuseSlot('Ends after midnight', 'The job would end after midnight.');
  const interval = { from: toMinutes(startTime), to: toMinutes(endTime) };
  const job = { interval, buffer: plan.bufferMinutes, skills: service.skills };

  if (!plan.hasMechanics) {
    const isWithin = fitsOpeningHours(plan, interval);
    if (isWithin || (now.isOffice && now.confirmsOutsideHours)) {
      return { ok: true, endTime, placement: null, outsideHours: !isWithin };
    }
    return now.isOffice ? toConfirmable(refuseLateEnd()) : refuseLateEnd();
  }
  const placement = findPlacementOnRoster(roster, job);
  if (placement) return { ok: true, endTime, placement, outsideHours: false };
  const noMechanic =
    plan.holiday === null ? refuseWithoutMechanic(roster, job) : refuseHoliday(plan);
  if (!now.isOffice || noMechanic.refusal.code === 'slot_taken') return noMechanic;
  const outside = findPlacementOnRoster(roster, { ...job, outsideHours: true });
  if (!outside) return noMechanic;
  return now.confirmsOutsideHours
    ? { ok: true, endTime, placement: outside, outsideHours: true }
    : toConfirmable(noMechanic);
}

/** Returns whether a business without mechanics is open then. */
function fitsOpeningHours(plan: DayPlan, interval: Interval): boolean {
  const hours = getOpeningHours(plan.rules, plan.date);
  if (hours === null || plan.holiday !== null) return false;
  const open = { from: toMinutes(hours.opens), to: toMinutes(hours.closes) };
  return (plan.mustEndWithinHours ? liesWithin : startsWithin)(open, interval);
}

function refuseClosedDay(plan: DayPlan, now: BookingMoment): RefusedSlot | null {
  const problem = bookingDateProblem(plan.date, now.date, getRules(plan, now));
  if (problem !== null) return refuseSlot(problem, problem);
  return plan.holiday === null || now.isOffice ? null : refuseHoliday(plan);
}

function getRules({ rules }: DayPlan, { isOffice }: BookingMoment): BookingRules {
  return isOffice ? officeBookingRules : rules;
}

function refuseHoliday({ holiday }: DayPlan): RefusedSlot {
  return refuseSlot(holiday ?? '', `The business is closed that day: ${holiday}.`);
}

function refuseClosedTime(
  plan: DayPlan,
  startTime: string,
  now: BookingMoment,
): RefusedSlot | null {
  const rules = getRules(plan, now);
  if (!listStartTimes(rules, plan.date).includes(startTime)) {
    const message = now.isOffice
      ? 'Please choose a time on a quarter of an hour.'
      : 'Please choose one of the time slots of that day.';
    return refuseSlot('Not a time slot', message);
  }
  if (plan.date === now.date && toMinutes(startTime) <= now.minutes) {
    return refuseSlot('That time has passed', 'That time has passed.');
  }
  const minutesAhead = daysBetween(now.date, plan.date) * 1440 + toMinutes(startTime) - now.minutes;
  const problem = bookingNoticeProblem(minutesAhead, rules.noticeHours);
  return problem === null ? null : refuseSlot(problem.replace(/\.$/, ''), problem);
}

/** Returns the refusal of a slot for which no mechanic was found: none works then, or all are taken. */
function refuseWithoutMechanic(
  roster: Roster,
  job: { readonly interval: Interval; readonly buffer: number; readonly skills: readonly string[] },
): RefusedSlot {
  const obstacles = roster.findObstacles(job).map((obstacle) => obstacle?.kind);
  if (obstacles.some((kind) => kind === undefined || kind === 'busy')) {
    const message = 'That time slot is fully booked; please choose another.';
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

/** Returns the refusal as one that the office can confirm. */
function toConfirmable(choice: RefusedSlot): RefusedSlot {
  return { ...choice, refusal: { ...choice.refusal, code: 'outside_hours' } };
}

function refuseSlot(reason: string, message: string): RefusedSlot {
  return { ok: false, refusal: { code: 'slot_closed', message }, reason };
}
