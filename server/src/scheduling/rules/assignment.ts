import { displayId } from '@curbwrench/contract/fields/display-id';
import { timeOfMinutes, twelveHour } from '@curbwrench/contract/fields/calendar';
import type { Refusal } from '@curbwrench/contract/api/errors';
import type { MechanicStatus } from '@curbwrench/contract/people/roles';
import type { DayPlan, Engagement, Interval, MechanicDay } from './day-plan.ts';
import { placeInTurn, type Want, withoutPlaces } from './holds.ts';
import { joined, type Obstacle, overlaps, Roster, startsWithin } from './roster.ts';

/** The holds of other appointments that move, by appointment id (see `Placement`), or a refusal. */
export type AssignmentDecision =
  | { readonly ok: true; readonly moves: ReadonlyMap<number, string> }
  | { readonly ok: false; readonly refusal: Refusal };

/** A person who could be assigned, with the reasons for and against them. */
export interface RankedCandidate {
  readonly id: string;
  /** Whether `placeAssignment` would accept them. */
  readonly free: boolean;
  readonly reasons: string[];
}

/**
 * Checks whether `want` can be fixed on this mechanic for its whole interval, and which holds move for it.
 * Refused as `mechanic_busy`, naming the appointment in the way, when the mechanic lacks the skill, does not
 * work then, is off, has a fixed job then, or is held for an appointment that no one else can take. The time
 * of the wanted appointment itself counts as free; `want.except` does not apply, because a person chose this
 * mechanic.
 */
export function placeAssignment(
  plan: DayPlan,
  want: Want,
  mechanicId: string,
  nameOf: (appointmentId: number) => string = displayId,
): AssignmentDecision {
  const verdict = judge(dayToJudge(plan, want), want, mechanicId);
  if (verdict.kind === 'fits') return { ok: true, moves: verdict.moves };
  const message = sentenceOf(verdict, plan, want, nameOf);
  return { ok: false, refusal: { code: 'mechanic_busy', message } };
}

/**
 * Returns the mechanics who could be assigned, best first: free then and available now; free then; the rest.
 * Among equals, first those for whom no hold moves, then by fewest other jobs that day, fewest unneeded
 * skills, and id. The reasons for and against each are for dispatch to read.
 */
export function rankCandidates(
  plan: DayPlan,
  want: Want,
  people: readonly { readonly id: string; readonly status: MechanicStatus }[],
): RankedCandidate[] {
  const day = dayToJudge(plan, want);
  return people
    .map((person) => rank(day, want, person))
    .toSorted((a, b) => byMerit(a.merit, b.merit) || (a.id < b.id ? -1 : 1))
    .map(({ id, free, reasons }) => ({ id, free, reasons }));
}

/** The outcome of fixing a job on a mechanic. */
type Verdict = { readonly kind: 'fits'; readonly moves: ReadonlyMap<number, string> } | Hindrance;

type Hindrance =
  | Obstacle
  | { readonly kind: 'not_active' }
  /** Held for an appointment that no one else can take. */
  | { readonly kind: 'kept'; readonly appointmentId: number };

/**
 * Returns the day without the wanted appointment's current place. One that was booked to end after its
 * mechanic's hours, when that was still allowed, must be honored: it can be assigned as before.
 */
function dayToJudge(plan: DayPlan, want: Want): DayPlan {
  const day = withoutPlaces(plan, [want.appointmentId]);
  const own = plan.engagements.find(({ appointmentId }) => appointmentId === want.appointmentId);
  const roster = new Roster(plan);
  const present = own && roster.entryOf(own.mechanicId ?? own.holdId);
  const wasSoldLate = present && roster.obstacle(present, want)?.kind === 'ends_late';
  return wasSoldLate ? { ...day, mustEndWithinHours: false } : day;
}

/** Decides for a day in which the wanted appointment has no place. */
function judge(day: DayPlan, want: Want, mechanicId: string): Verdict {
  const roster = new Roster(day);
  const entry = roster.entryOf(mechanicId);
  if (!entry) return { kind: 'not_active' };
  const obstacle = roster.obstacle(entry, want);
  if (obstacle) return obstacle;

  const inTheWay = day.engagements
    .filter((other) => isHeldBy(other, mechanicId) && overlaps(other.interval, want.interval))
    .toSorted((a, b) => a.interval.from - b.interval.from || a.appointmentId - b.appointmentId);
  const { holds, stuck } = placeInTurn(withFixed(day, want, mechanicId), inTheWay);
  const [blocking] = stuck;
  if (blocking) return { kind: 'kept', appointmentId: blocking.appointmentId };
  return { kind: 'fits', moves: holds };
}

function isHeldBy(engagement: Engagement, mechanicId: string): boolean {
  return engagement.mechanicId === null && engagement.holdId === mechanicId;
}

/** Returns the day with the wanted job fixed on the mechanic. */
function withFixed(day: DayPlan, want: Want, mechanicId: string): DayPlan {
  const { appointmentId = 0, interval, skill } = want;
  const others = day.engagements.filter((other) => other.appointmentId !== appointmentId);
  const fixed = { appointmentId, interval, skill, mechanicId, holdId: null };
  return { ...day, engagements: [...others, fixed] };
}

function sentenceOf(
  hindrance: Hindrance,
  plan: DayPlan,
  want: Want,
  nameOf: (appointmentId: number) => string,
): string {
  switch (hindrance.kind) {
    case 'not_active':
      return "This person doesn't take jobs.";
    case 'closed':
      return `The business is closed that day: ${plan.holiday}.`;
    case 'skill':
      return `This mechanic doesn't have the ${want.skill} skill.`;
    case 'hours':
      return "This mechanic doesn't work then.";
    case 'ends_late':
      return "The job would end after this mechanic's working hours.";
    case 'off':
      return 'This mechanic is off at that time.';
    case 'busy': {
      const { appointmentId, interval } = hindrance.job;
      return `This mechanic is busy with ${nameOf(appointmentId)} until ${clock(interval.to)}.`;
    }
    case 'kept':
      return `This mechanic is needed for ${nameOf(hindrance.appointmentId)}, which no one else can take at that time.`;
  }
}

interface Ranked extends RankedCandidate {
  /** Compared element by element; lower is better. */
  readonly merit: readonly number[];
}

function rank(
  day: DayPlan,
  want: Want,
  person: { readonly id: string; readonly status: MechanicStatus },
): Ranked {
  const verdict = judge(day, want, person.id);
  const mechanic = day.mechanics.find(({ id }) => id === person.id);
  const free = verdict.kind === 'fits';
  const otherJobs = day.engagements.filter(({ mechanicId }) => mechanicId === person.id).length;
  return {
    id: person.id,
    free,
    reasons: free
      ? reasonsFor(want, mechanic, otherJobs)
      : reasonsAgainst(verdict, day, want, mechanic),
    merit: [
      free ? 0 : 1,
      person.status === 'available' ? 0 : 1,
      free && verdict.moves.size > 0 ? 1 : 0,
      otherJobs,
      mechanic?.skills.length ?? 0,
    ],
  };
}

function byMerit(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, position) => value !== b[position]);
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

function reasonsFor(want: Want, mechanic: MechanicDay | undefined, otherJobs: number): string[] {
  const hours = joined(mechanic?.hours ?? []).find((each) => startsWithin(each, want.interval));
  const jobs = otherJobs === 1 ? '1 other job' : `${otherJobs || 'No'} other jobs`;
  return [
    `Free ${span(want.interval)}`,
    ...(want.skill === null ? [] : [`Has the ${want.skill} skill`]),
    ...(hours ? [hoursText(hours, want.interval)] : []),
    `${jobs} that day`,
  ];
}

/** Says that they work long enough, or that the job goes on after their hours. */
function hoursText(hours: Interval, job: Interval): string {
  const until = clock(hours.to);
  return job.to <= hours.to ? `Works until ${until}` : `Works until ${until}, before the job ends`;
}

function reasonsAgainst(
  hindrance: Hindrance,
  day: DayPlan,
  want: Want,
  mechanic: MechanicDay | undefined,
): string[] {
  const hours = joined(mechanic?.hours ?? []);
  switch (hindrance.kind) {
    case 'not_active':
      return ['Does not take jobs'];
    case 'closed':
      return [`Closed that day: ${day.holiday}`];
    case 'skill':
      return [`Lacks the ${want.skill} skill`];
    case 'hours':
    case 'ends_late':
      return [hours.length > 0 ? `Works ${hours.map(span).join(', ')}` : 'Does not work that day'];
    case 'off': {
      const off = joined(mechanic?.off ?? []);
      const allDay = hours.every(({ from, to }) =>
        off.some((each) => each.from <= from && to <= each.to),
      );
      return [allDay ? 'Off that day' : `Off ${span(hindrance.interval)}`];
    }
    case 'busy': {
      const { appointmentId, interval } = hindrance.job;
      return [`Busy with ${displayId(appointmentId)} until ${clock(interval.to)}`];
    }
    case 'kept':
      return [`Kept for ${displayId(hindrance.appointmentId)}, which nobody else can take`];
  }
}

function span({ from, to }: Interval): string {
  return `${clock(from)} to ${clock(to)}`;
}

function clock(minutes: number): string {
  return twelveHour(timeOfMinutes(minutes));
}
