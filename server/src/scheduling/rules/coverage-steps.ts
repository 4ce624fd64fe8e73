import type { Refusal } from '@curbwrench/contract/api/errors';
import { allowLateEnd, decideOnRoster } from './assignment.ts';
import type { DayPlan, Commitment, Interval } from './day-plan.ts';
import { withHolds } from './holds.ts';
import { overlaps, Roster } from './mechanic-roster.ts';

/** A confirmed job today that its mechanic cannot do because they are off. */
export interface StrandedJob extends Commitment {
  /** The times of its vehicle's other open appointments that day, to which the job must not be rescheduled. */
  readonly vehicleTimes: readonly VehicleTime[];
}

/** The time of an appointment, during which its vehicle is taken. */
export interface VehicleTime extends Interval {
  readonly appointmentId: number;
}

/** The new mechanic and time of a stranded job. */
export interface CoverageStep {
  readonly appointmentId: number;
  readonly mechanicId: string;
  readonly interval: Interval;
}

/** A step that fits if its job is the only stranded one. */
export interface CoverageOption extends CoverageStep {
  /** By how many minutes the job's time changes; 0 if it keeps its original time. */
  readonly minutesMoved: number;
}

/** The roster with the step applied, and the new mechanic for each hold that moves, by appointment id; or a refusal. */
export type StepDecision =
  | {
      readonly ok: true;
      readonly roster: Roster;
      readonly moves: ReadonlyMap<number, string>;
    }
  | { readonly ok: false; readonly refusal: Refusal };

/** Checks a step by the rules for assigning a mechanic, on a roster that doesn't include the job. */
export function tryStep(
  roster: Roster,
  job: StrandedJob,
  { mechanicId, interval }: CoverageStep,
  nameOf?: (appointmentId: number) => string,
): StepDecision {
  const moved = toJobAt(roster, job, interval);
  const decision = decideOnRoster(roster, moved, mechanicId, nameOf);
  if (!decision.ok) return decision;
  const { moves } = decision;
  const { commitments, ...rest } = withHolds(roster.plan, moves);
  const assigned: Commitment = { ...moved, mechanicId, heldMechanicId: null };
  const planAfter = { ...rest, commitments: [...commitments, assigned] };
  return { ok: true, moves, roster: new Roster(planAfter, roster.budget) };
}

/**
 * Returns the job at the given time. At its original time, the job stays as booked, even if it ends after working
 * hours. At another time, it gets the current buffer and must be within working hours, since the office confirmed only
 * its original time.
 */
export function toJobAt(roster: Roster, job: StrandedJob, interval: Interval) {
  const { appointmentId, skills, buffer, outsideHours } = job;
  if (interval.from !== job.interval.from) {
    const { bufferMinutes } = roster.plan;
    return { appointmentId, skills, interval, buffer: bufferMinutes, outsideHours: false };
  }
  return allowLateEnd(roster, job, { appointmentId, skills, interval, buffer, outsideHours });
}

/** Returns whether a job would be rescheduled to a time at which a previous step needs the same vehicle. */
export function hasVehicleConflict(
  job: StrandedJob,
  interval: Interval,
  step: Pick<CoverageStep, 'appointmentId' | 'interval'>,
): boolean {
  return (
    interval.from !== job.interval.from &&
    overlaps(interval, step.interval) &&
    job.vehicleTimes.some(({ appointmentId }) => appointmentId === step.appointmentId)
  );
}

/** Returns the plan without these jobs. */
export function withoutJobs(plan: DayPlan, jobs: readonly StrandedJob[]): DayPlan {
  const ids = new Set(jobs.map(({ appointmentId }) => appointmentId));
  return {
    ...plan,
    commitments: plan.commitments.filter(({ appointmentId }) => !ids.has(appointmentId)),
  };
}
