import type { DayPlan, Engagement, Interval } from './day-plan.ts';
import { reassignHolds } from './hold-reassignment.ts';
import { Roster } from './mechanic-roster.ts';

/** A job for which a mechanic's time is to be held or assigned. */
export interface JobToPlace {
  readonly interval: Interval;
  /** The skills it requires; without any, every mechanic will do. */
  readonly skills: readonly string[];
  /** The appointment it belongs to, if booked: its own time in the plan counts as free. */
  readonly appointmentId?: number;
  /** Mechanics who declined it: their time is not held for it. */
  readonly declinedBy?: readonly string[];
}

/**
 * The mechanic to hold, and which holds of other appointments move to whom, by appointment id. Moves may swap
 * two mechanics: clear all moved holds before setting any, or the exclusion constraint refuses the state in
 * between.
 */
export interface Placement {
  readonly mechanicId: string;
  readonly moves: ReadonlyMap<number, string>;
}

/**
 * Finds a qualified mechanic whose time can be held for the job; null when there is none. Takes a free one if
 * possible (fewest skills first so that specialists stay free, then the least loaded that day, then by id),
 * and otherwise moves other holds of the day to make everything fit. Fixed jobs and time off never move. If
 * some arrangement of all holds exists, it is found, unless the search reaches its bound.
 */
export function findPlacement(plan: DayPlan, job: JobToPlace): Placement | null {
  return findPlacementOnRoster(new Roster(withoutMechanics(plan, [job.appointmentId])), job);
}

/** Like `findPlacement`, on a roster in which the appointment takes up no mechanic's time yet. */
export function findPlacementOnRoster(roster: Roster, jobToPlace: JobToPlace): Placement | null {
  const { interval, skills, declinedBy = [] } = jobToPlace;
  const job = { appointmentId: jobToPlace.appointmentId ?? null, interval, skills, declinedBy };
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
 * Finds holds, in the given order, for those of the listed appointments that have none, or an invalid one
 * because its mechanic is off or no longer works then. No other appointment loses its hold, but holds may move
 * to other mechanics. Returns the mechanics of all new and moved holds by appointment id. A listed appointment
 * that is not in the result could not be placed, or needs no new hold.
 */
export function findMissingHolds(
  plan: DayPlan,
  appointmentIds: readonly number[],
): Map<number, string> {
  const roster = new Roster(plan);
  const unplaced = appointmentIds.flatMap((id) =>
    plan.engagements.filter(
      (engagement) => engagement.appointmentId === id && needsHold(roster, engagement),
    ),
  );
  return placeInOrder(plan, unplaced).holds;
}

/** Returns whether an appointment has no assigned mechanic and no hold of one who could do it. */
function needsHold(roster: Roster, engagement: Engagement): boolean {
  if (engagement.mechanicId !== null) return false;
  const holder = roster.findEntry(engagement.holdMechanicId);
  return !holder || roster.findObstacle(holder, engagement) !== null;
}

/**
 * Removes the mechanics and holds of these appointments, then finds a hold for each in turn. Returns the holds
 * that differ from the plan's, by appointment id, and the appointments that could not be placed.
 */
export function placeInOrder(
  plan: DayPlan,
  unplaced: readonly Engagement[],
): { holds: Map<number, string>; unplaceable: readonly Engagement[] } {
  const before = new Map(
    plan.engagements.map(({ appointmentId, holdMechanicId }) => [appointmentId, holdMechanicId]),
  );
  const holds = new Map<number, string>();
  const unplaceable: Engagement[] = [];
  let current = withoutMechanics(
    plan,
    unplaced.map(({ appointmentId }) => appointmentId),
  );
  for (const engagement of unplaced) {
    const placement = findPlacementOnRoster(new Roster(current), engagement);
    if (!placement) {
      unplaceable.push(engagement);
      continue;
    }
    const newHolds = new Map([
      ...placement.moves,
      [engagement.appointmentId, placement.mechanicId],
    ]);
    for (const [id, mechanicId] of newHolds) holds.set(id, mechanicId);
    current = withHolds(current, newHolds);
  }
  for (const [id, mechanicId] of holds) if (before.get(id) === mechanicId) holds.delete(id);
  return { holds, unplaceable };
}

/** Returns the plan with these holds, given by appointment id. */
export function withHolds(plan: DayPlan, holds: ReadonlyMap<number, string>): DayPlan {
  const engagements = plan.engagements.map((engagement) => {
    const holdMechanicId = holds.get(engagement.appointmentId);
    return holdMechanicId === undefined ? engagement : { ...engagement, holdMechanicId };
  });
  return { ...plan, engagements };
}

/** Returns the plan with these appointments taking up no mechanic's time. */
export function withoutMechanics(plan: DayPlan, ids: readonly (number | undefined)[]): DayPlan {
  const engagements = plan.engagements.map((engagement) =>
    ids.includes(engagement.appointmentId)
      ? { ...engagement, mechanicId: null, holdMechanicId: null }
      : engagement,
  );
  return { ...plan, engagements };
}
