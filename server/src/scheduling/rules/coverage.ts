import { toMinutes } from '@curbwrench/contract/fields/calendar';
import type { ErrorCode } from '@curbwrench/contract/api/errors';
import { findCoverage } from './coverage-search.ts';
import {
  hasVehicleConflict,
  tryStep,
  toJobAt,
  withoutJobs,
  type CoverageOption,
  type CoverageStep,
  type StrandedJob,
} from './coverage-steps.ts';
import type { DayPlan, Interval, MechanicDay } from './day-plan.ts';
import { checkFit } from './mechanic-fit.ts';
import {
  conflicts,
  type JobRequirements,
  overlaps,
  Roster,
  type RosterEntry,
} from './mechanic-roster.ts';
import { listMissingSkills } from './skills.ts';
import { refused, type Refused } from '../../application/rules/result.ts';

/**
 * The maximum number of mechanics listed for a job at each time. A mechanic has fewer jobs than that in a day, so each
 * of the jobs can still get a different mechanic.
 */
export const maxOptionsPerTime = 20;

/**
 * How many mechanics the searches that move holds may consider: once while listing the options and once more while
 * combining them. Considering this many takes about a tenth of a second each time.
 */
export const holdSearchBudget = 300_000;

/** The jobs to cover, and the start times that may be used. */
export interface CoverageRequest {
  /** The mechanic who is off and gets none of these jobs. */
  readonly mechanicId: string;
  readonly jobs: readonly StrandedJob[];
  /** The start times that may be booked, `HH:MM`. */
  readonly startTimes: readonly string[];
  /** The current time, in minutes since midnight. Only later times are used. */
  readonly minutes: number;
}

/** The proposal for a stranded job. */
export interface CoverageProposal {
  readonly job: StrandedJob;
  /** Null if no step fits together with those of the other jobs. */
  readonly step: CoverageStep | null;
  /** A message that says why there is no step; null if there is one. */
  readonly reason: string | null;
  /** The steps that would fit if this were the only job, nearest time first. */
  readonly options: readonly CoverageOption[];
}

/**
 * Returns whether a confirmed job needs another mechanic today: its mechanic is off during it, or is off now and has
 * not started it although its start time has passed.
 */
export function needsCoverage(
  mechanic: Pick<MechanicDay, 'off'>,
  job: Interval,
  minutes: number,
): boolean {
  const isOffNow = mechanic.off.some(({ from, to }) => from <= minutes && minutes < to);
  return mechanic.off.some((off) => overlaps(off, job)) || (isOffNow && job.from <= minutes);
}

/**
 * Proposes a mechanic and a time on the same day for each stranded job, so that all proposals fit together: covers
 * as many jobs as possible, keeps as many of them as possible at their original time, reschedules the others by as
 * little as possible, and moves as few holds of other appointments as possible. Mechanics who declined a job are not
 * proposed for it. `coverageSearchBudget` limits the search.
 */
export function proposeCoverage(plan: DayPlan, request: CoverageRequest): CoverageProposal[] {
  const day = withoutJobs(plan, request.jobs);
  const budgetPerJob = holdSearchBudget / request.jobs.length;
  const jobs = request.jobs.map((job) => ({
    job,
    options: listOptions(new Roster(day, { mechanics: budgetPerJob }), job, request),
  }));
  const steps = findCoverage(new Roster(day, { mechanics: holdSearchBudget }), jobs);
  return jobs.map(({ job, options }) => {
    const step = steps.get(job.appointmentId) ?? null;
    return { job, options, step, reason: step ? null : explainMissingStep(plan, request, job) };
  });
}

/**
 * Checks the steps that the office has reviewed, in order, each on the day that results from the previous steps.
 * Returns the new mechanic for each hold that must move, by appointment id, or a refusal that names the appointment and
 * the conflict.
 */
export function decideCoverage(
  plan: DayPlan,
  request: CoverageRequest,
  steps: readonly CoverageStep[],
  nameOf: (appointmentId: number) => string,
): { readonly ok: true; readonly moves: ReadonlyMap<number, string> } | Refused {
  const jobs = new Map(request.jobs.map((job) => [job.appointmentId, job]));
  const refuse = ({ appointmentId }: CoverageStep, code: ErrorCode, problem: string) =>
    refused(code, `Appointment ${nameOf(appointmentId)}: ${problem}`);

  const moves = new Map<number, string>();
  const placed: CoverageStep[] = [];
  let roster = new Roster(withoutJobs(plan, request.jobs));
  for (const step of steps) {
    const job = jobs.get(step.appointmentId);
    if (!job) return refuse(step, 'wrong_status', 'It no longer needs another mechanic.');
    if (!listTimes(job, request).some(({ from }) => from === step.interval.from))
      return refuse(step, 'slot_closed', "It can't be rescheduled to that time.");
    if (placed.some((previous) => hasVehicleConflict(job, step.interval, previous)))
      return refuse(step, 'slot_closed', 'Its vehicle has another job at that time.');
    if (step.mechanicId === request.mechanicId)
      return refuse(step, 'mechanic_busy', 'This mechanic is off.');
    const decision = tryStep(roster, job, step, nameOf);
    if (!decision.ok) return refuse(step, decision.refusal.code, decision.refusal.message);
    for (const [id, mechanicId] of decision.moves) moves.set(id, mechanicId);
    roster = decision.roster;
    placed.push(step);
  }
  return { ok: true, moves };
}

/**
 * Returns the times at which a job could be done: its original time and the bookable times, except past times and
 * times at which its vehicle has another appointment. The nearest time is first; of two equally near times, the earlier
 * one is first.
 */
function listTimes(job: StrandedJob, { startTimes, minutes }: CoverageRequest): Interval[] {
  const { from: ownStart, to: ownEnd } = job.interval;
  const others = startTimes
    .map(toMinutes)
    .filter((from) => from !== ownStart)
    .map((from) => ({ from, to: from + ownEnd - ownStart }))
    .filter(({ to }) => to <= 24 * 60)
    .filter((time) => !job.vehicleTimes.some((taken) => overlaps(taken, time)));
  return [job.interval, ...others]
    .filter(({ from }) => from > minutes)
    .toSorted(
      (a, b) => Math.abs(a.from - ownStart) - Math.abs(b.from - ownStart) || a.from - b.from,
    );
}

/**
 * Returns the steps that would fit if this were the only stranded job: nearest time first, then best mechanic first.
 * Mechanics who need holds moved are considered only at times when too few others are free, and within the budget.
 */
function listOptions(roster: Roster, job: StrandedJob, request: CoverageRequest): CoverageOption[] {
  return listTimes(job, request).flatMap((interval) => {
    const moved = toJobAt(roster, job, interval);
    const candidates: Candidate[] = [];
    for (const { entry, isHeld } of listQualified(roster, job, moved, request)) {
      if (candidates.length === maxOptionsPerTime) break;
      if (!isHeld) candidates.push({ entry, holdsMoved: 0 });
      else if (roster.maySearch) {
        const fit = checkFit(roster, moved, entry.mechanic.id);
        if (fit.kind === 'fits') candidates.push({ entry, holdsMoved: fit.moves.size });
      }
    }
    return candidates.toSorted(compareCandidates).map(({ entry }) => ({
      appointmentId: job.appointmentId,
      mechanicId: entry.mechanic.id,
      interval,
      minutesMoved: Math.abs(interval.from - job.interval.from),
    }));
  });
}

/** Returns the mechanics who can do the job if holds can move, best first, and whether any hold is in the way. */
function listQualified(
  roster: Roster,
  job: StrandedJob,
  moved: JobRequirements,
  { mechanicId }: CoverageRequest,
): { readonly entry: RosterEntry; readonly isHeld: boolean }[] {
  return roster.entries
    .filter(({ mechanic: { id } }) => id !== mechanicId && !job.declinedBy?.includes(id))
    .filter((entry) => roster.findObstacle(entry, moved) === null)
    .map((entry) => ({ entry, isHeld: entry.held.some((held) => conflicts(held, moved)) }))
    .toSorted((a, b) => Number(a.isHeld) - Number(b.isHeld) || compareEntries(a.entry, b.entry));
}

interface Candidate {
  readonly entry: RosterEntry;
  readonly holdsMoved: number;
}

function compareCandidates(a: Candidate, b: Candidate): number {
  return a.holdsMoved - b.holdsMoved || compareEntries(a.entry, b.entry);
}

/** Orders by fewest skills, so that specialists stay free; least loaded; id. */
function compareEntries(a: RosterEntry, b: RosterEntry): number {
  return (
    a.mechanic.skills.length - b.mechanic.skills.length ||
    a.load - b.load ||
    (a.mechanic.id < b.mechanic.id ? -1 : 1)
  );
}

function explainMissingStep(
  plan: DayPlan,
  { mechanicId }: CoverageRequest,
  { skills }: StrandedJob,
): string {
  const others = plan.mechanics.filter(({ id }) => id !== mechanicId);
  const missing = skills.find((skill) =>
    others.every((other) => listMissingSkills(other.skills, [skill]).length > 0),
  );
  return missing === undefined
    ? 'No one else has time for it today.'
    : `No other mechanic has the ${missing} skill.`;
}
