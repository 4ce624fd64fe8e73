import { type JobToPlace, placeInOrder } from './holds.ts';
import type { Obstacle, Roster } from './mechanic-roster.ts';

/** Whether a job can be assigned to a mechanic, with the new mechanic for each hold that moves, by appointment id. */
export type FitResult =
  | { readonly kind: 'fits'; readonly moves: ReadonlyMap<number, string> }
  | FitProblem;

/** Why a mechanic can't do a job. */
export type FitProblem =
  | Obstacle
  | { readonly kind: 'not_active' }
  /** Their time is held for an appointment that no one else can take. */
  | { readonly kind: 'needed_elsewhere'; readonly appointmentId: number };

/**
 * Checks whether a mechanic can do a job, on a roster in which the job takes up no mechanic's time. If holds have to
 * move and the roster's budget is used up, the job counts as not fitting. Leaves the roster unchanged.
 */
export function checkFit(roster: Roster, jobToPlace: JobToPlace, mechanicId: string): FitResult {
  const entry = roster.findEntry(mechanicId);
  if (!entry) return { kind: 'not_active' };
  const obstacle = roster.findObstacle(entry, jobToPlace);
  if (obstacle) return obstacle;

  const { appointmentId = null, interval, buffer } = jobToPlace;
  const job = { appointmentId, interval, buffer, skills: jobToPlace.skills };
  const { holds, unplaceable } = roster.tryAssignment(entry, job, (released) =>
    placeInOrder(roster, released),
  );
  return unplaceable && unplaceable.appointmentId !== null
    ? { kind: 'needed_elsewhere', appointmentId: unplaceable.appointmentId }
    : { kind: 'fits', moves: holds };
}
