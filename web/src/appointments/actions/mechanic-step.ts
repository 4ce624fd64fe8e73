import type { Appointment, AppointmentChange } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayDate } from '@curbwrench/contract/fields/calendar';
import {
  getRelations,
  checkStartDay,
  transitionProblem,
} from '@curbwrench/contract/appointments/lifecycle';
import type { Role } from '@curbwrench/contract/people/roles';

/** The person looking at the appointment. */
export interface Viewer {
  readonly id: string;
  readonly role: Role;
}

/** The parts of an appointment that decide which actions are allowed. */
export type Job = Pick<Appointment, 'id' | 'customerId' | 'mechanicId' | 'status' | 'date'>;

/** The default button label of each step. */
export const stepLabels = { start: 'Start Service', complete: 'Complete Service' } as const;

/** The next step of a mechanic on a job. `reason` says why it is not possible yet; null if it is. */
export interface MechanicStep {
  readonly name: 'start' | 'complete';
  readonly change: AppointmentChange;
  readonly reason: string | null;
}

/**
 * Returns the step that the lifecycle table allows this viewer for this job, or null for none. Starting a
 * job has two more conditions: its business day has come, and the mechanic has no other job in progress
 * (`current`). Until then the step has a reason, and its button is disabled.
 */
export function findMechanicStep(
  job: Job,
  viewer: Viewer,
  today: string,
  current: Pick<Appointment, 'id'> | null,
): MechanicStep | null {
  const relations = getRelations(viewer, job);
  if (!transitionProblem('complete', job.status, relations)) {
    return { name: 'complete', change: { status: 'completed' }, reason: null };
  }
  if (transitionProblem('start', job.status, relations)) return null;
  return {
    name: 'start',
    change: { status: 'in_progress' },
    reason: startProblem(job, today, current),
  };
}

/**
 * Returns whether to offer dispatch an Assign Mechanic button: the table allows it, and no one is
 * assigned.
 */
export function canAssignMechanic(job: Job, viewer: Viewer): boolean {
  return (
    job.mechanicId === null && !transitionProblem('assign', job.status, getRelations(viewer, job))
  );
}

function startProblem(
  job: Job,
  today: string,
  current: Pick<Appointment, 'id'> | null,
): string | null {
  const day = checkStartDay(job.date, today);
  if (day === 'too_early') return `Can be started on ${displayDate(job.date)}.`;
  if (day === 'too_late')
    return `This job was for ${displayDate(job.date)}. Ask dispatch for a new time.`;
  if (current && current.id !== job.id) return `Complete ${displayId(current.id)} first.`;
  return null;
}
