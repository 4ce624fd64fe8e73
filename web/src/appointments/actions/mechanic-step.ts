import type { Appointment, JobStepChange } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayDayInSentence } from '@curbwrench/contract/fields/calendar';
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
export type Job = Pick<
  Appointment,
  'id' | 'customerId' | 'mechanicId' | 'status' | 'date' | 'arrivedAt'
>;

/** The default button label of each step. */
export const stepLabels = {
  start: 'Start Service',
  arrive: 'I Have Arrived',
  complete: 'Complete Service',
} as const;

/** A mechanic's next step on a job. `reason` says why the step can't be taken yet; null if it can. */
export interface MechanicStep {
  readonly name: keyof typeof stepLabels;
  readonly change: JobStepChange;
  readonly reason: string | null;
}

/**
 * Returns the steps that the lifecycle table allows this viewer for this job, the next step first. A job
 * can be started only if it is scheduled for today and the mechanic has no other job in progress (`currentJob`).
 * Otherwise, the step has a reason, and its button is disabled.
 */
export function findMechanicSteps(
  job: Job,
  viewer: Viewer,
  today: string,
  currentJob: Pick<Appointment, 'id'> | null,
): readonly MechanicStep[] {
  const relations = getRelations(viewer, job);
  if (!transitionProblem('complete', job.status, relations)) {
    const complete = { name: 'complete', change: { status: 'completed' }, reason: null } as const;
    if (job.arrivedAt !== null) return [complete];
    return [{ name: 'arrive', change: { arrived: true }, reason: null }, complete];
  }
  if (transitionProblem('start', job.status, relations)) return [];
  return [
    {
      name: 'start',
      change: { status: 'in_progress' },
      reason: startProblem(job, today, currentJob),
    },
  ];
}

/** Returns the only step that a list offers for a job: starting or completing it; null if neither is allowed. */
export function findMechanicStep(
  ...args: Parameters<typeof findMechanicSteps>
): MechanicStep | null {
  return findMechanicSteps(...args).at(-1) ?? null;
}

/**
 * Returns whether to offer the office an Assign Mechanic button: no mechanic is assigned, and the lifecycle table
 * allows it.
 */
export function canAssignMechanic(job: Job, viewer: Viewer): boolean {
  return (
    job.mechanicId === null && !transitionProblem('assign', job.status, getRelations(viewer, job))
  );
}

function startProblem(
  job: Job,
  today: string,
  currentJob: Pick<Appointment, 'id'> | null,
): string | null {
  const startDay = checkStartDay(job.date, today);
  if (startDay === 'too_early')
    return `You can start this job ${displayDayInSentence(job.date, today)}.`;
  if (startDay === 'too_late')
    return `This job was ${displayDayInSentence(job.date, today)}. Ask the office for a new time.`;
  if (currentJob && currentJob.id !== job.id) return `Complete ${displayId(currentJob.id)} first.`;
  return null;
}
