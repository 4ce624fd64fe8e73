import { toMinutes } from '@curbwrench/contract/fields/calendar';
import type {
  DayPlan,
  Engagement,
  Interval,
  MechanicDay,
} from '@curbwrench/server/scheduling/rules/day-plan';

/** Returns the interval between two times of day: `between('08:00', '18:00')`. */
export function between(from: string, to: string): Interval {
  return { from: toMinutes(from), to: toMinutes(to) };
}

/** Returns a mechanic without skills who works from 08:00 to 18:00. */
export function worker(id: string, details: Partial<MechanicDay> = {}): MechanicDay {
  return { id, skills: [], hours: [between('08:00', '18:00')], off: [], ...details };
}

/** Returns an open appointment that needs no skill and has no hold. */
export function engagement(
  appointmentId: number,
  interval: Interval,
  details: Partial<Engagement> = {},
): Engagement {
  return {
    appointmentId,
    interval,
    skills: [],
    mechanicId: null,
    holdMechanicId: null,
    ...details,
  };
}

/** Returns a plan of Wednesday June 11, 2025, by default with one mechanic and no appointments. */
export function dayPlan(details: Partial<DayPlan> = {}): DayPlan {
  return {
    date: '2025-06-11',
    holiday: null,
    hasMechanics: true,
    mechanics: [worker('sam')],
    engagements: [],
    mustEndWithinHours: false,
    ...details,
  };
}
