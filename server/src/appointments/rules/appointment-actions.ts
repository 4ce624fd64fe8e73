import type { AppointmentAction } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import {
  getRelations,
  transitionNames,
  transitionProblem,
  type TransitionName,
} from '@curbwrench/contract/appointments/lifecycle';
import { decideTransition, type AppointmentState } from './appointment.ts';
import type { CurrentTime } from '../../application/rules/business-time.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Refused } from '../../application/rules/result.ts';

/** Facts from other rows that determine which steps of a job are possible. */
export interface JobFacts {
  /** Whether the job's mechanic has already reported their arrival. */
  readonly hasArrived: boolean;
  /** Whether the viewer, who is the job's mechanic, can still undo its start. */
  readonly canUndoStart: boolean;
  /** The id of another job that the viewer has in progress, or null. */
  readonly otherJobId: number | null;
}

/**
 * Returns the actions this person may take on this appointment in its current status, in the order of the lifecycle
 * table. An action that is not possible now (wrong day, another job in progress, after the cutoff) comes with the
 * message of its refusal; actions that the status rules out are omitted. Conditions on the mechanic or time, which the
 * person chooses later, are not checked here.
 */
export function listActions(
  appointment: AppointmentState,
  actor: Actor,
  currentTime: CurrentTime,
  facts: JobFacts,
): AppointmentAction[] {
  const relations = getRelations(actor, appointment);
  const isOffered = (name: TransitionName) =>
    transitionProblem(name, appointment.status, relations) === null &&
    !(name === 'arrive' && facts.hasArrived) &&
    !(name === 'undo_start' && !facts.canUndoStart);
  return transitionNames.filter(isOffered).map((action) => {
    const decision = decideTransition(action, appointment, actor, currentTime);
    const jobRefusal = action === 'start' ? refuseSecondJob(facts.otherJobId) : null;
    const refusal = decision.ok ? jobRefusal : decision;
    return { action, open: refusal === null, reason: refusal?.refusal.message ?? null };
  });
}

/** Returns a refusal if the mechanic has another job in progress, and null otherwise. */
export function refuseSecondJob(otherJobId: number | null): Refused | null {
  if (otherJobId === null) return null;
  return refused(
    'mechanic_busy',
    `Appointment ${displayId(otherJobId)} is still in progress; complete it first.`,
  );
}

/** Returns a refusal if the arrival has already been recorded, and null otherwise. */
export function refuseSecondArrival(hasArrived: boolean): Refused | null {
  return hasArrived ? refused('wrong_status', 'You already marked yourself as arrived.') : null;
}
