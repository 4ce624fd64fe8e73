import { displayId } from '@curbwrench/contract/fields/display-id';
import { toTimeOfDay, displayTime } from '@curbwrench/contract/fields/calendar';
import type { Refusal } from '@curbwrench/contract/api/errors';
import type { MechanicStatus } from '@curbwrench/contract/people/roles';
import type { DayPlan, Engagement, Interval, MechanicDay } from './day-plan.ts';
import { placeInOrder, type JobToPlace, withoutMechanics } from './holds.ts';
import {
  mergeIntervals,
  type Obstacle,
  overlaps,
  Roster,
  startsWithin,
} from './mechanic-roster.ts';
import { skillsText } from './skills.ts';

/** The new mechanic for each hold that must move, by appointment id (see `Placement`), or a refusal. */
export type AssignmentDecision =
  | { readonly ok: true; readonly moves: ReadonlyMap<number, string> }
  | { readonly ok: false; readonly refusal: Refusal };

/** A person who could be assigned, with the reasons for and against them. */
export interface RankedCandidate {
  readonly id: string;
  /** Whether `decideAssignment` would accept them. */
  readonly free: boolean;
  readonly reasons: string[];
}

/**
 * Checks whether the job can be assigned to this mechanic, and which holds of other appointments move for it.
 * Refused as `mechanic_busy` when the mechanic lacks the skill, does not work then, is off, has another job
 * then, or is held for an appointment that no one else can take; the refusal names an appointment in the way.
 * The time that the appointment itself currently occupies counts as free. `job.declinedBy` does not apply, because a
 * person chose this mechanic.
 */
export function decideAssignment(
  plan: DayPlan,
  job: JobToPlace,
  mechanicId: string,
  nameOf: (appointmentId: number) => string = displayId,
): AssignmentDecision {
  const fit = checkFit(withoutOwnTime(plan, job), job, mechanicId);
  if (fit.kind === 'fits') return { ok: true, moves: fit.moves };
  const message = toRefusalSentence(fit, plan, nameOf);
  return { ok: false, refusal: { code: 'mechanic_busy', message } };
}

/**
 * Returns the mechanics who could be assigned, best first: free then and available now; free then; the rest.
 * Among equals, first those for whom no hold moves, then by fewest other jobs that day, fewest unneeded
 * skills, and id. The reasons for and against each are for dispatch to read.
 */
export function rankCandidates(
  plan: DayPlan,
  job: JobToPlace,
  people: readonly { readonly id: string; readonly status: MechanicStatus }[],
): RankedCandidate[] {
  const day = withoutOwnTime(plan, job);
  return people
    .map((person) => evaluateCandidate(day, job, person))
    .toSorted((a, b) => compareSortKeys(a.sortKey, b.sortKey) || (a.id < b.id ? -1 : 1))
    .map(({ id, free, reasons }) => ({ id, free, reasons }));
}

/** Whether a job can be assigned to a mechanic. */
type FitResult =
  | { readonly kind: 'fits'; readonly moves: ReadonlyMap<number, string> }
  | FitProblem;

type FitProblem =
  | Obstacle
  | { readonly kind: 'not_active' }
  /** Held for an appointment that no one else can take. */
  | { readonly kind: 'needed_elsewhere'; readonly appointmentId: number };

/**
 * Returns the plan in which the appointment itself takes up no mechanic's time. An appointment that was booked
 * when jobs could still end after hours is exempt from today's rule: in its plan, jobs may end after hours.
 */
export function withoutOwnTime(plan: DayPlan, job: JobToPlace): DayPlan {
  const freed = withoutMechanics(plan, [job.appointmentId]);
  const own = plan.engagements.find(({ appointmentId }) => appointmentId === job.appointmentId);
  const roster = new Roster(plan);
  const currentEntry = own && roster.findEntry(own.mechanicId ?? own.holdMechanicId);
  const wasBookedLate =
    currentEntry && roster.findObstacle(currentEntry, job)?.kind === 'ends_late';
  return wasBookedLate ? { ...freed, mustEndWithinHours: false } : freed;
}

/** Checks one mechanic, on a plan in which the appointment takes up no mechanic's time. */
function checkFit(day: DayPlan, job: JobToPlace, mechanicId: string): FitResult {
  const roster = new Roster(day);
  const entry = roster.findEntry(mechanicId);
  if (!entry) return { kind: 'not_active' };
  const obstacle = roster.findObstacle(entry, job);
  if (obstacle) return obstacle;

  const conflicting = day.engagements
    .filter((other) => isHeldBy(other, mechanicId) && overlaps(other.interval, job.interval))
    .toSorted((a, b) => a.interval.from - b.interval.from || a.appointmentId - b.appointmentId);
  const { holds, unplaceable } = placeInOrder(withFixedJob(day, job, mechanicId), conflicting);
  const [blocking] = unplaceable;
  if (blocking) return { kind: 'needed_elsewhere', appointmentId: blocking.appointmentId };
  return { kind: 'fits', moves: holds };
}

function isHeldBy(engagement: Engagement, mechanicId: string): boolean {
  return engagement.mechanicId === null && engagement.holdMechanicId === mechanicId;
}

/** Returns the plan with the job assigned to the mechanic. */
function withFixedJob(day: DayPlan, job: JobToPlace, mechanicId: string): DayPlan {
  const { appointmentId = 0, interval, skills } = job;
  const others = day.engagements.filter((other) => other.appointmentId !== appointmentId);
  const fixed = { appointmentId, interval, skills, mechanicId, holdMechanicId: null };
  return { ...day, engagements: [...others, fixed] };
}

function toRefusalSentence(
  problem: FitProblem,
  plan: DayPlan,
  nameOf: (appointmentId: number) => string,
): string {
  switch (problem.kind) {
    case 'not_active':
      return "This person doesn't take jobs.";
    case 'closed':
      return `The business is closed that day: ${plan.holiday}.`;
    case 'skill':
      return `This mechanic doesn't have the ${skillsText(problem.missing)}.`;
    case 'hours':
      return "This mechanic isn't working at that time.";
    case 'ends_late':
      return "The job would end after this mechanic's working hours.";
    case 'off':
      return 'This mechanic is off at that time.';
    case 'busy': {
      const { appointmentId, interval } = problem.job;
      return `This mechanic is busy with ${nameOf(appointmentId)} until ${formatTime(interval.to)}.`;
    }
    case 'needed_elsewhere':
      return `This mechanic is needed for ${nameOf(problem.appointmentId)}, which no one else can take at that time.`;
  }
}

interface EvaluatedCandidate extends RankedCandidate {
  /** Compared element by element; lower is better. */
  readonly sortKey: readonly number[];
}

function evaluateCandidate(
  day: DayPlan,
  job: JobToPlace,
  person: { readonly id: string; readonly status: MechanicStatus },
): EvaluatedCandidate {
  const fit = checkFit(day, job, person.id);
  const mechanic = day.mechanics.find(({ id }) => id === person.id);
  const free = fit.kind === 'fits';
  const otherJobs = day.engagements.filter(({ mechanicId }) => mechanicId === person.id).length;
  return {
    id: person.id,
    free,
    reasons: free
      ? listReasonsFor(job, mechanic, otherJobs)
      : listReasonsAgainst(fit, day, mechanic),
    sortKey: [
      free ? 0 : 1,
      person.status === 'available' ? 0 : 1,
      free && fit.moves.size > 0 ? 1 : 0,
      otherJobs,
      mechanic?.skills.length ?? 0,
    ],
  };
}

function compareSortKeys(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, position) => value !== b[position]);
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

function listReasonsFor(
  job: JobToPlace,
  mechanic: MechanicDay | undefined,
  otherJobs: number,
): string[] {
  const hours = mergeIntervals(mechanic?.hours ?? []).find((each) =>
    startsWithin(each, job.interval),
  );
  const jobs = otherJobs === 1 ? '1 other job' : `${otherJobs || 'No'} other jobs`;
  return [
    `Free ${formatInterval(job.interval)}`,
    ...(job.skills.length === 0 ? [] : [`Has the ${skillsText(job.skills)}`]),
    ...(hours ? [toHoursText(hours, job.interval)] : []),
    `${jobs} that day`,
  ];
}

/** Returns until when they work, and whether the job ends later than that. */
function toHoursText(hours: Interval, job: Interval): string {
  const until = formatTime(hours.to);
  return job.to <= hours.to ? `Works until ${until}` : `Works until ${until}, before the job ends`;
}

function listReasonsAgainst(
  problem: FitProblem,
  day: DayPlan,
  mechanic: MechanicDay | undefined,
): string[] {
  const hours = mergeIntervals(mechanic?.hours ?? []);
  switch (problem.kind) {
    case 'not_active':
      return ['Does not take jobs'];
    case 'closed':
      return [`Closed that day: ${day.holiday}`];
    case 'skill':
      return [`Lacks the ${skillsText(problem.missing)}`];
    case 'hours':
    case 'ends_late':
      return [
        hours.length > 0
          ? `Works ${hours.map(formatInterval).join(', ')}`
          : 'Does not work that day',
      ];
    case 'off': {
      const off = mergeIntervals(mechanic?.off ?? []);
      const allDay = hours.every(({ from, to }) =>
        off.some((each) => each.from <= from && to <= each.to),
      );
      return [allDay ? 'Off that day' : `Off ${formatInterval(problem.interval)}`];
    }
    case 'busy': {
      const { appointmentId, interval } = problem.job;
      return [`Busy with ${displayId(appointmentId)} until ${formatTime(interval.to)}`];
    }
    case 'needed_elsewhere':
      return [`Needed for ${displayId(problem.appointmentId)}, which no one else can take`];
  }
}

function formatInterval({ from, to }: Interval): string {
  return `${formatTime(from)} to ${formatTime(to)}`;
}

function formatTime(minutes: number): string {
  return displayTime(toTimeOfDay(minutes));
}
