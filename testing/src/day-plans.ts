import {
  defaultBookingRules,
  type BookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';
import { toMinutes } from '@curbwrench/contract/fields/calendar';
import type {
  DayPlan,
  Commitment,
  Interval,
  MechanicDay,
} from '@curbwrench/server/scheduling/rules/day-plan';

/** Returns the interval between two times of day: `between('08:00', '18:00')`. */
export function between(from: string, to: string): Interval {
  return { from: toMinutes(from), to: toMinutes(to) };
}

/** Returns a mechanic's working day: by default from 08:00 to 18:00, without skills. */
export function mechanicDay(id: string, details: Partial<MechanicDay> = {}): MechanicDay {
  return { id, skills: [], hours: [between('08:00', '18:00')], off: [], ...details };
}

/** Returns an open appointment that requires no skill and has no hold. */
export function commitment(
  appointmentId: number,
  interval: Interval,
  details: Partial<Commitment> = {},
): Commitment {
  return {
    appointmentId,
    interval,
    skills: [],
    mechanicId: null,
    heldMechanicId: null,
    ...details,
  };
}

/** The default rules, but without a minimum notice. */
export const testRules: BookingRules = { ...defaultBookingRules, noticeHours: 0 };

/** Returns a plan for Wednesday, June 11, 2025, by default with one mechanic and no appointments. */
export function dayPlan(details: Partial<DayPlan> = {}): DayPlan {
  return {
    date: '2025-06-11',
    holiday: null,
    hasMechanics: true,
    mechanics: [mechanicDay('sam')],
    commitments: [],
    mustEndWithinWorkingHours: false,
    bufferMinutes: 0,
    rules: testRules,
    ...details,
  };
}
