import {
  calculateEndTime,
  listStartTimes,
  officeBookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';
import { toMinutes, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import { decideAssignment } from './assignment.ts';
import { createStartCheck, type BookingContext } from './availability.ts';
import type { DayPlan, Interval } from './day-plan.ts';
import { checkFit } from './mechanic-fit.ts';
import { mergeIntervals, Roster, type RosterEntry } from './mechanic-roster.ts';
import { isAtOwnTime, type JobToMove } from './placement.ts';
import { withoutAppointment } from './rescheduling.ts';
import { labelSkills } from './skills.ts';

/** The start times at which an appointment fits into one mechanic's day. */
export interface MechanicPlacements {
  readonly id: string;
  /**
   * Runs of start times a quarter of an hour apart. Each run is given by its first and last start time, in minutes
   * since midnight.
   */
  readonly starts: readonly Interval[];
  /** A message that says why there are no start times; null if there are some. */
  readonly reason: string | null;
}

const quarterHour = 15;

/** How many mechanics a search for holds to move may consider. Considering this many takes two tenths of a second. */
export const holdSearchBudget = 600_000;

/**
 * Returns for each mechanic when the office can place an appointment on the plan's day without confirming anything.
 * These are the start times that `decidePlacement` accepts, with two exceptions: the current one if it is not on a
 * quarter hour, and those that require moving a hold after the search budget is used up.
 */
export function listPlacements(
  plan: DayPlan,
  job: JobToMove,
  now: BookingContext,
): MechanicPlacements[] {
  const { openStarts, reason: closedReason } = findOpenStarts(plan, job, now);
  const budget = { mechanics: holdSearchBudget };
  const roster = new Roster(withoutAppointment(plan, job.appointmentId), budget);
  return roster.entries.map((entry) => {
    const { id } = entry.mechanic;
    const starts = openStarts.filter((start) => fits(plan, roster, entry, job, start));
    const reason =
      starts.length > 0 ? null : (closedReason ?? describeObstacle(roster, entry, job));
    return { id, starts: toRuns(starts), reason };
  });
}

/**
 * Returns the start times at which jobs may start that day, in minutes since midnight, and the reason if there are
 * none.
 */
function findOpenStarts(
  plan: DayPlan,
  job: JobToMove,
  now: BookingContext,
): { openStarts: number[]; reason: string | null } {
  const starts = listStartTimes(officeBookingRules, plan.date);
  const findRefusal = createStartCheck(plan, now);
  const refusals = starts.map((start) =>
    isAtOwnTime(plan, job, start) ? null : findRefusal(start),
  );
  const openStarts = starts.filter((_, index) => refusals[index] === null).map(toMinutes);
  const reason = openStarts.length > 0 ? null : (refusals[0]?.refusal.message ?? null);
  return { openStarts, reason };
}

function fits(
  plan: DayPlan,
  roster: Roster,
  entry: RosterEntry,
  job: JobToMove,
  start: number,
): boolean {
  const { id } = entry.mechanic;
  // At its original time, the job stays as booked, even if working hours have changed since.
  if (isAtOwnTime(plan, job, toTimeOfDay(start))) return decideAssignment(plan, job, id).ok;
  const length = job.interval.to - job.interval.from;
  if (calculateEndTime(toTimeOfDay(start), length) === null) return false;
  const interval = { from: start, to: start + length };
  const moved = { ...job, interval, buffer: plan.bufferMinutes, outsideHours: false };
  return checkFit(roster, moved, id).kind === 'fits';
}

function toRuns(starts: readonly number[]): Interval[] {
  const runs: Interval[] = [];
  for (const start of starts) {
    const last = runs.at(-1);
    if (last && start - last.to === quarterHour) {
      runs[runs.length - 1] = { from: last.from, to: start };
    } else {
      runs.push({ from: start, to: start });
    }
  }
  return runs;
}

/** Returns why a mechanic cannot take the job at any time of the day. */
function describeObstacle(
  { plan }: Roster,
  { mechanic, hours }: RosterEntry,
  job: JobToMove,
): string {
  const missing = job.skills.filter((skill) => !mechanic.skills.includes(skill));
  if (missing.length > 0) return `Missing ${labelSkills(missing)}.`;
  if (plan.holiday !== null) return `The business is closed that day: ${plan.holiday}.`;
  if (hours.length === 0) return "Isn't working that day.";
  const off = mergeIntervals(mechanic.off);
  const isOff = hours.every(({ from, to }) =>
    off.some((each) => each.from <= from && to <= each.to),
  );
  return isOff ? 'Is off that day.' : 'Has no opening that is long enough.';
}
