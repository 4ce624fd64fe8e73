import type { DayPlan, Commitment, Interval } from './day-plan.ts';
import { reassignHolds } from './hold-reassignment.ts';
import { type Job, Roster, type RosterEntry, toJob } from './mechanic-roster.ts';

/** A job for which a mechanic's time is to be held or assigned. */
export interface JobToPlace {
  readonly interval: Interval;
  /** The minutes after the job during which its mechanic can't do another one; 0 if missing. */
  readonly buffer?: number | undefined;
  /** Whether the office confirmed that the job is outside working hours. */
  readonly outsideHours?: boolean | undefined;
  /** Whether the job may end after working hours, unlike others, because it was booked before that rule. */
  readonly mayEndLate?: boolean | undefined;
  /** The required skills. If empty, any mechanic can do the job. */
  readonly skills: readonly string[];
  /** The job's appointment, if it is booked; the appointment's own time in the plan counts as free. */
  readonly appointmentId?: number;
  /** Mechanics who declined the job; their time is not held for it. */
  readonly declinedBy?: readonly string[];
}

/**
 * The mechanic whose time to hold, and the new mechanics for holds of other appointments that must move, by appointment
 * id. Moves may swap two mechanics, so all moved holds must be released before any is placed; otherwise the exclusion
 * constraint would be violated in between.
 */
export interface Placement {
  readonly mechanicId: string;
  readonly moves: ReadonlyMap<number, string>;
}

/**
 * Finds a qualified mechanic whose time can be held for the job, or null. Takes a free mechanic if possible (fewest
 * skills first, so that specialists stay free, then the least loaded that day, then by id), and otherwise moves other
 * holds of the day to make everything fit. Fixed jobs and time off never move. If an arrangement of all holds exists,
 * it is found, unless the search exceeds its budget.
 */
export function findPlacement(plan: DayPlan, job: JobToPlace): Placement | null {
  return findPlacementOnRoster(new Roster(withoutMechanics(plan, [job.appointmentId])), job);
}

/** Like `findPlacement`, on a roster in which the appointment takes up no mechanic's time yet. */
export function findPlacementOnRoster(roster: Roster, jobToPlace: JobToPlace): Placement | null {
  const { interval, buffer, outsideHours, skills, declinedBy = [] } = jobToPlace;
  const time = { interval, buffer, outsideHours, skills };
  const job = { appointmentId: jobToPlace.appointmentId ?? null, ...time, declinedBy };
  const moves = reassignHolds(roster, job, roster.listCandidates(job));
  const [ownMove, ...otherMoves] = moves ?? [];
  if (!ownMove) return null;
  return {
    mechanicId: ownMove.to.mechanic.id,
    moves: new Map(
      otherMoves.flatMap(({ job: { appointmentId }, to }) =>
        appointmentId === null ? [] : [[appointmentId, to.mechanic.id]],
      ),
    ),
  };
}

/**
 * Finds holds, in the given order, for the listed appointments that have no hold, or an invalid one because its
 * mechanic is off or no longer works at that time. No other appointment loses its hold, but holds may move to other
 * mechanics. Returns the mechanics of all new and moved holds by appointment id. A listed appointment that is not in
 * the result could not be placed, or needs no new hold.
 */
export function planHolds(plan: DayPlan, appointmentIds: readonly number[]): Map<number, string> {
  const roster = new Roster(plan);
  const unplaced = appointmentIds.flatMap((id) =>
    plan.commitments
      .filter((commitment) => commitment.appointmentId === id && needsHold(roster, commitment))
      .map((commitment) => releaseHold(roster, commitment)),
  );
  return placeInOrder(roster, unplaced).holds;
}

/** Returns whether an appointment has no assigned mechanic and no valid hold. */
function needsHold(roster: Roster, commitment: Commitment): boolean {
  if (commitment.mechanicId !== null) return false;
  const holder = roster.findEntry(commitment.heldMechanicId);
  return !holder || roster.findObstacle(holder, commitment) !== null;
}

/** Releases an unassigned appointment's hold, if it has one, and returns the appointment as a job without a hold. */
function releaseHold(roster: Roster, commitment: Commitment): Job {
  const held = roster
    .findEntry(commitment.heldMechanicId)
    ?.held.find(({ appointmentId }) => appointmentId === commitment.appointmentId);
  if (held) roster.release(held);
  return held ?? toJob(commitment);
}

/**
 * Finds a hold for each of these jobs in turn and adds it to the roster, on which the jobs must not have holds yet.
 * Returns the new mechanics of all holds that changed, by appointment id, and the first job that could not be placed.
 */
export function placeInOrder(
  roster: Roster,
  unplaced: readonly Job[],
): { holds: Map<number, string>; unplaceable: Job | undefined } {
  const before = new Map<Job, RosterEntry | undefined>();
  const after = new Map<Job, RosterEntry>();
  let unplaceable: Job | undefined;
  for (const next of unplaced) {
    const moves = reassignHolds(roster, next, roster.listCandidates(next));
    if (!moves) unplaceable ??= next;
    for (const { job, to } of moves ?? []) {
      const holder = roster.release(job);
      if (!before.has(job)) before.set(job, holder);
      after.set(job, to);
    }
    for (const { job, to } of moves ?? []) roster.hold(job, to);
  }
  const holds = new Map<number, string>();
  for (const [job, to] of after) {
    if (job.appointmentId !== null && before.get(job) !== to)
      holds.set(job.appointmentId, to.mechanic.id);
  }
  return { holds, unplaceable };
}

/** Returns the plan with these holds, which are mechanic ids by appointment id. */
export function withHolds(plan: DayPlan, holds: ReadonlyMap<number, string>): DayPlan {
  const commitments = plan.commitments.map((commitment) => {
    const heldMechanicId = holds.get(commitment.appointmentId);
    return heldMechanicId === undefined ? commitment : { ...commitment, heldMechanicId };
  });
  return { ...plan, commitments };
}

/** Returns the plan with these appointments taking up no mechanic's time. */
export function withoutMechanics(plan: DayPlan, ids: readonly (number | undefined)[]): DayPlan {
  const commitments = plan.commitments.map((commitment) =>
    ids.includes(commitment.appointmentId)
      ? { ...commitment, mechanicId: null, heldMechanicId: null }
      : commitment,
  );
  return { ...plan, commitments };
}
