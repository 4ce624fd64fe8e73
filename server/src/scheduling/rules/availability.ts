import {
  calculateEndTime,
  slotTimes,
  bookingDateProblem,
  bookingNoticeProblem,
} from '@curbwrench/contract/scheduling/booking-rules';
import { daysBetween, toMinutes } from '@curbwrench/contract/fields/calendar';
import type { Refusal } from '@curbwrench/contract/api/errors';
import { isDispatchRole, type Role } from '@curbwrench/contract/people/roles';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import type { BusinessSettings } from '../../application/rules/business-settings.ts';
import type { LocalTime } from '../../application/rules/business-time.ts';
import type { DayPlan, Interval } from './day-plan.ts';
import { findPlacementOnRoster, type Placement } from './holds.ts';
import { liesWithin, Roster, startsWithin } from './mechanic-roster.ts';
import { skillsText, type NeededWork } from './skills.ts';

/** The moment of a booking: the business's local time, and the notice that applies (0: none). */
export interface BookingMoment extends LocalTime {
  /** Minimum hours from now to a job's start, by the business's clocks. */
  readonly noticeHours: number;
}

/** Returns the moment of a booking by this person (null: a visitor). No notice applies to dispatch. */
export function getBookingMoment(
  local: LocalTime,
  viewer: { readonly role: Role } | null,
  { noticeHours }: Pick<BusinessSettings, 'noticeHours'>,
): BookingMoment {
  return { ...local, noticeHours: viewer && isDispatchRole(viewer.role) ? 0 : noticeHours };
}

/**
 * A slot that can be booked, with the mechanic to hold (null: the business has no mechanics yet), or why not:
 * `slot_closed` by a rule, `slot_taken` because no one is free.
 */
export type SlotChoice =
  | { readonly ok: true; readonly endTime: string; readonly placement: Placement | null }
  | { readonly ok: false; readonly refusal: Refusal; readonly reason: string };

/** A business without mechanics accepts bookings in these hours, Monday to Friday. */
const defaultHours: Interval = { from: 8 * 60, to: 18 * 60 };

/** Returns the day's ten time slots for one or several services, each closed one with its reason. */
export function listSlots(plan: DayPlan, service: NeededWork, now: BookingMoment): Slot[] {
  const roster = new Roster(plan);
  return slotTimes.map((startTime) => {
    const choice = decideSlot(roster, service, startTime, now);
    return {
      startTime,
      endTime: calculateEndTime(startTime, service.duration),
      available: choice.ok,
      reason: choice.ok ? null : choice.reason,
    };
  });
}

/**
 * Checks whether the service can be booked at `startTime`, one of the ten slots, and chooses the mechanic to
 * hold. Decides exactly as `listSlots` does. To move an appointment within its day, leave its own engagement
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

  if (!plan.hasMechanics) {
    const fits = plan.mustEndWithinHours ? liesWithin : startsWithin;
    return fits(defaultHours, interval) ? { ok: true, endTime, placement: null } : refuseLateEnd();
  }
  const placement = findPlacementOnRoster(roster, { interval, skills: service.skills });
  return placement
    ? { ok: true, endTime, placement }
    : refuseWithoutMechanic(roster, { interval, skills: service.skills });
}

function refuseClosedDay(plan: DayPlan, now: LocalTime): SlotChoice | null {
  const problem = bookingDateProblem(plan.date, now.date);
  if (problem !== null) return refuseSlot(problem, problem);
  if (plan.holiday === null) return null;
  return refuseSlot(plan.holiday, `The business is closed that day: ${plan.holiday}.`);
}

function refuseClosedTime(plan: DayPlan, startTime: string, now: BookingMoment): SlotChoice | null {
  if (!slotTimes.includes(startTime)) {
    return refuseSlot('Not a time slot', 'Please choose one of the time slots of that day.');
  }
  if (plan.date === now.date && toMinutes(startTime) <= now.minutes) {
    return refuseSlot('That time has passed', 'That time has passed.');
  }
  const minutesAhead = daysBetween(now.date, plan.date) * 1440 + toMinutes(startTime) - now.minutes;
  const problem = bookingNoticeProblem(minutesAhead, now.noticeHours);
  return problem === null ? null : refuseSlot(problem.replace(/\.$/, ''), problem);
}

/** Returns the refusal of a slot for which no mechanic was found: none works then, or all are taken. */
function refuseWithoutMechanic(
  roster: Roster,
  job: { readonly interval: Interval; readonly skills: readonly string[] },
): SlotChoice {
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

function refuseLateEnd(): SlotChoice {
  const message = 'This job would end after working hours.';
  return refuseSlot('Would end after working hours', message);
}

function refuseSlot(reason: string, message: string): SlotChoice {
  return { ok: false, refusal: { code: 'slot_closed', message }, reason };
}
