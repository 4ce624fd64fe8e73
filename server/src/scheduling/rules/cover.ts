import { toMinutes } from '@curbwrench/contract/fields/calendar';
import type { ErrorCode } from '@curbwrench/contract/api/errors';
import { searchCover } from './cover-search.ts';
import {
  takeStep,
  toDayOfJob,
  withoutJobs,
  type CoverOption,
  type CoverStep,
  type StrandedJob,
} from './cover-steps.ts';
import type { DayPlan, Interval, MechanicDay } from './day-plan.ts';
import { overlaps, Roster, type RosterEntry } from './mechanic-roster.ts';
import { refused, type Refused } from '../../application/rules/result.ts';

/** What is to be covered, and by which starts. */
export interface CoverRequest {
  /** The mechanic who is off: gets none of these jobs. */
  readonly mechanicId: string;
  readonly jobs: readonly StrandedJob[];
  /** The start times that may be booked, `HH:MM`. */
  readonly startTimes: readonly string[];
  /** Now, in minutes since midnight: only later times are used. */
  readonly minutes: number;
}

/** What is proposed for a stranded job. */
export interface CoverProposal {
  readonly job: StrandedJob;
  /** Null: nothing fits beside the other jobs. */
  readonly step: CoverStep | null;
  /** Why nothing is proposed, as one sentence; null if something is. */
  readonly reason: string | null;
  /** What would fit if this were the only job, the nearest time first. */
  readonly options: readonly CoverOption[];
}

/**
 * Returns whether a confirmed job is stranded: its mechanic is off during it, or is off now and has not begun it
 * although its start has passed.
 */
export function isStranded(
  mechanic: Pick<MechanicDay, 'off'>,
  job: Interval,
  minutes: number,
): boolean {
  const isOffNow = mechanic.off.some(({ from, to }) => from <= minutes && minutes < to);
  return mechanic.off.some((off) => overlaps(off, job)) || (isOffNow && job.from <= minutes);
}

/**
 * Proposes a mechanic and a time of the same day for each stranded job, all together: for as many jobs as possible,
 * as many of those as possible at their own time, the others moved by as little as possible, and with as few holds of
 * other appointments moved as possible. Who declined a job is not proposed for it. `coverSearchBudget` limits the
 * search.
 */
export function proposeCover(plan: DayPlan, request: CoverRequest): CoverProposal[] {
  const day = withoutJobs(plan, request.jobs);
  const jobs = request.jobs.map((job) => ({ job, options: listOptions(day, job, request) }));
  const steps = searchCover(day, jobs);
  return jobs.map(({ job, options }) => {
    const step = steps.get(job.appointmentId) ?? null;
    return { job, options, step, reason: step ? null : toReason(plan, request, job) };
  });
}

/**
 * Checks reviewed steps together, each on the day that those before it leave. Returns the new mechanic for each hold
 * that must move, by appointment id, or a refusal that names the appointment and what is in its way.
 */
export function decideCover(
  plan: DayPlan,
  request: CoverRequest,
  steps: readonly CoverStep[],
  nameOf: (appointmentId: number) => string,
): { readonly ok: true; readonly moves: ReadonlyMap<number, string> } | Refused {
  const jobs = new Map(request.jobs.map((job) => [job.appointmentId, job]));
  const refuse = ({ appointmentId }: CoverStep, code: ErrorCode, problem: string) =>
    refused(code, `${nameOf(appointmentId)}: ${problem}`);

  const moves = new Map<number, string>();
  let day = withoutJobs(plan, request.jobs);
  for (const step of steps) {
    const job = jobs.get(step.appointmentId);
    if (!job) return refuse(step, 'wrong_status', 'It no longer needs another mechanic.');
    if (!listTimes(job, request).some(({ from }) => from === step.interval.from))
      return refuse(step, 'slot_closed', 'It cannot be moved to that time.');
    if (step.mechanicId === request.mechanicId)
      return refuse(step, 'mechanic_busy', 'This mechanic is off.');
    const decision = takeStep(day, job, step, nameOf);
    if (!decision.ok) return refuse(step, decision.refusal.code, decision.refusal.message);
    for (const [id, mechanicId] of decision.moves) moves.set(id, mechanicId);
    day = decision.day;
  }
  return { ok: true, moves };
}

/**
 * Returns the times at which a job could be done, the nearest first, and of two equally near ones the earlier: its
 * own and those that may be booked, except past ones and those at which its vehicle has another appointment.
 */
function listTimes(job: StrandedJob, { startTimes, minutes }: CoverRequest): Interval[] {
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

/** Returns what would fit if this were the only stranded job: by time, and at one time the best mechanic first. */
function listOptions(day: DayPlan, job: StrandedJob, request: CoverRequest): CoverOption[] {
  return listTimes(job, request).flatMap((interval) => {
    const roster = new Roster(toDayOfJob(day, job, interval));
    return roster.entries
      .filter(({ mechanic }) => mechanic.id !== request.mechanicId)
      .filter(({ mechanic }) => !job.declinedBy?.includes(mechanic.id))
      .filter((entry) => roster.findObstacle(entry, { ...job, interval }) === null)
      .flatMap((entry) => toCandidate(day, job, interval, entry))
      .toSorted(compareCandidates)
      .map(({ option }) => option);
  });
}

interface Candidate {
  readonly option: CoverOption;
  readonly holdsMoved: number;
  readonly entry: RosterEntry;
}

/** Returns the option of a mechanic without an obstacle, or nothing if a hold in the way cannot move. */
function toCandidate(
  day: DayPlan,
  job: StrandedJob,
  interval: Interval,
  entry: RosterEntry,
): Candidate[] {
  const option = {
    appointmentId: job.appointmentId,
    mechanicId: entry.mechanic.id,
    interval,
    minutesMoved: Math.abs(interval.from - job.interval.from),
  };
  if (!entry.held.some((held) => overlaps(held.interval, interval)))
    return [{ option, holdsMoved: 0, entry }];
  const decision = takeStep(day, job, option);
  return decision.ok ? [{ option, holdsMoved: decision.moves.size, entry }] : [];
}

/** Orders by fewest holds to move; fewest skills, so that specialists stay free; least loaded; id. */
function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    a.holdsMoved - b.holdsMoved ||
    a.entry.mechanic.skills.length - b.entry.mechanic.skills.length ||
    a.entry.load - b.entry.load ||
    (a.entry.mechanic.id < b.entry.mechanic.id ? -1 : 1)
  );
}

function toReason(plan: DayPlan, { mechanicId }: CoverRequest, { skills }: StrandedJob): string {
  const others = plan.mechanics.filter(({ id }) => id !== mechanicId);
  const missing = skills.find((skill) => !others.some((other) => other.skills.includes(skill)));
  return missing === undefined
    ? 'Nobody else has time for it today.'
    : `No other mechanic has the ${missing} skill.`;
}
