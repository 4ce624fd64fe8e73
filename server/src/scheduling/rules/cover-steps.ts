import type { Refusal } from '@curbwrench/contract/api/errors';
import { decideAssignment, withoutOwnTime } from './assignment.ts';
import type { DayPlan, Engagement, Interval } from './day-plan.ts';
import { withHolds } from './holds.ts';

/** A confirmed job of today that its mechanic cannot do, because they are off. */
export interface StrandedJob extends Engagement {
  /** Other open appointments of its vehicle on that day: it is not moved into them. */
  readonly vehicleTimes: readonly Interval[];
}

/** Who does a stranded job, and when. */
export interface CoverStep {
  readonly appointmentId: number;
  readonly mechanicId: string;
  readonly interval: Interval;
}

/** A step that fits if its job is the only one. */
export interface CoverOption extends CoverStep {
  /** How many minutes the job moves; 0 at its own time. */
  readonly minutesMoved: number;
}

/** The day with the step taken and the new mechanic for each hold that moves, by appointment id, or a refusal. */
export type StepDecision =
  | { readonly ok: true; readonly day: DayPlan; readonly moves: ReadonlyMap<number, string> }
  | { readonly ok: false; readonly refusal: Refusal };

/** Checks a step by the rule for assigning, on a day without the job. */
export function takeStep(
  day: DayPlan,
  job: StrandedJob,
  { mechanicId, interval }: CoverStep,
  nameOf?: (appointmentId: number) => string,
): StepDecision {
  const { appointmentId, skills } = job;
  const moved = { appointmentId, skills, interval };
  const decision = decideAssignment(toDayOfJob(day, job, interval), moved, mechanicId, nameOf);
  if (!decision.ok) return decision;
  const { moves } = decision;
  const { engagements, ...rest } = withHolds(day, moves);
  const taken: Engagement = { ...moved, mechanicId, holdMechanicId: null };
  return { ok: true, moves, day: { ...rest, engagements: [...engagements, taken] } };
}

/** Returns the day as it counts for the job: at its own time, it may end as late as it was booked. */
export function toDayOfJob(day: DayPlan, job: StrandedJob, interval: Interval): DayPlan {
  if (interval.from !== job.interval.from) return day;
  return withoutOwnTime({ ...day, engagements: [...day.engagements, job] }, job);
}

/** Returns the plan without these jobs. */
export function withoutJobs(plan: DayPlan, jobs: readonly StrandedJob[]): DayPlan {
  const ids = new Set(jobs.map(({ appointmentId }) => appointmentId));
  return {
    ...plan,
    engagements: plan.engagements.filter(({ appointmentId }) => !ids.has(appointmentId)),
  };
}
