import {
  getRelations,
  transitionProblem,
  type TransitionName,
} from '@curbwrench/contract/appointments/lifecycle';
import type { SessionUser } from '@curbwrench/contract/people/schemas';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';

/** The lifecycle transitions that moving a job on the board may involve. */
const movingTransitions: readonly TransitionName[] = ['assign', 'reschedule'];

/** Returns whether the lifecycle table allows a person to move a job and to assign it. */
export function canMoveJob(viewer: SessionUser, job: Appointment): boolean {
  const relations = getRelations(viewer, job);
  return movingTransitions.every((name) => transitionProblem(name, job.status, relations) === null);
}
