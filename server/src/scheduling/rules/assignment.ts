import { displayId } from '@curbwrench/contract/fields/display-id';
import { toTimeOfDay, displayTime } from '@curbwrench/contract/fields/calendar';
import type { Refusal } from '@curbwrench/contract/api/errors';
import type { MechanicStatus } from '@curbwrench/contract/people/roles';
import type { DayPlan, Commitment, Interval, MechanicDay } from './day-plan.ts';
import { type JobToPlace, withoutMechanics } from './holds.ts';
import { checkFit, type FitProblem } from './mechanic-fit.ts';
import { mergeIntervals, Roster, startsWithin } from './mechanic-roster.ts';
import { labelSkills, skillsText } from './skills.ts';

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
 * Checks whether the job can be assigned to this mechanic, and which holds of other appointments move for it. Refused
 * as `mechanic_busy` if the mechanic lacks a skill, doesn't work at that time, is off, has another job, or is needed
 * for an appointment that no one else can take; the refusal names the conflicting appointment. The time that the
 * appointment itself currently takes up counts as free. `job.declinedBy` does not apply, because the office chose this
 * mechanic.
 */
export function decideAssignment(
  plan: DayPlan,
  job: JobToPlace,
  mechanicId: string,
  nameOf: (appointmentId: number) => string = displayId,
): AssignmentDecision {
  const { roster, jobToFit } = excludeOwnTime(plan, job);
  return decideOnRoster(roster, jobToFit, mechanicId, nameOf);
}

/** Like `decideAssignment`, on a roster in which the job takes up no mechanic's time. */
export function decideOnRoster(
  roster: Roster,
  job: JobToPlace,
  mechanicId: string,
  nameOf: (appointmentId: number) => string = displayId,
): AssignmentDecision {
  const fit = checkFit(roster, job, mechanicId);
  if (fit.kind === 'fits') return { ok: true, moves: fit.moves };
  const message = toRefusalMessage(fit, roster.plan, nameOf);
  return { ok: false, refusal: { code: 'mechanic_busy', message } };
}

/**
 * Returns the given mechanics as candidates, best first: those free at that time and available now, then those free at
 * that time, then the rest. Ties are broken by having no holds to move, fewest other jobs that day, fewest unneeded
 * skills, and id. Each comes with the reasons for or against them that the office sees.
 */
export function rankCandidates(
  plan: DayPlan,
  job: JobToPlace,
  people: readonly { readonly id: string; readonly status: MechanicStatus }[],
): RankedCandidate[] {
  const { roster, jobToFit } = excludeOwnTime(plan, job);
  return people
    .map((person) => evaluateCandidate(roster, jobToFit, person))
    .toSorted((a, b) => compareSortKeys(a.sortKey, b.sortKey) || (a.id < b.id ? -1 : 1))
    .map(({ id, free, reasons }) => ({ id, free, reasons }));
}

/**
 * Returns the day's roster without the time that the appointment itself takes up, and the job, which may end after
 * working hours if the booked appointment already does.
 */
function excludeOwnTime(plan: DayPlan, job: JobToPlace): { roster: Roster; jobToFit: JobToPlace } {
  const own = plan.commitments.find(({ appointmentId }) => appointmentId === job.appointmentId);
  const roster = new Roster(withoutMechanics(plan, [job.appointmentId]));
  return { roster, jobToFit: own ? allowLateEnd(roster, own, job) : job };
}

/** Allows a booked job to end after working hours if it already does with its current mechanic. */
export function allowLateEnd<Job extends JobToPlace>(
  roster: Roster,
  own: Commitment,
  job: Job,
): Job {
  const entry = roster.findEntry(own.mechanicId ?? own.heldMechanicId);
  const endsLate = entry && roster.findObstacle(entry, job)?.kind === 'ends_late';
  return endsLate ? { ...job, mayEndLate: true } : job;
}

function toRefusalMessage(
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
  roster: Roster,
  job: JobToPlace,
  person: { readonly id: string; readonly status: MechanicStatus },
): EvaluatedCandidate {
  const { plan: day } = roster;
  const fit = checkFit(roster, job, person.id);
  const mechanic = roster.findEntry(person.id)?.mechanic;
  const free = fit.kind === 'fits';
  const otherJobs = day.commitments.filter(({ mechanicId }) => mechanicId === person.id).length;
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
    ...(job.skills.length === 0 ? [] : [`Has ${labelSkills(job.skills)}`]),
    ...(hours ? [describeHours(hours, job.interval)] : []),
    `${jobs} that day`,
  ];
}

/** Returns, for example, 'Works until 6:00 PM', and adds a note if the job ends later than that. */
function describeHours(hours: Interval, job: Interval): string {
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
      return [`Missing ${labelSkills(problem.missing)}`];
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
