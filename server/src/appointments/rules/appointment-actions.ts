import type { AppointmentAction } from '@curbwrench/contract/appointments';
import { displayId } from '@curbwrench/contract/display-id';
import {
  standingsOf,
  transitionNames,
  whyNot,
  type TransitionName,
} from '@curbwrench/contract/lifecycle';
import { decide, type AppointmentState } from './appointment.ts';
import type { Moment } from '../../application/rules/business-time.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Refused } from '../../application/rules/result.ts';

/** What the steps of a job hang on beside the appointment itself. */
export interface JobFacts {
  /** Whether its mechanic has said already that they are there. */
  readonly hasArrived: boolean;
  /** Another job that the reader has under way, or null. */
  readonly otherJob: number | null;
}

/**
 * What this person may do to this appointment in its present status, in the order of the lifecycle
 * table. What has to wait (for its day, for another job) or needs somebody else (after the cut-off)
 * comes with the sentence that the server would refuse it with; what the status rules out is left
 * out. Conditions on a choice still to be made (whom, which time) are not decided here.
 */
export function actionsOf(
  appointment: AppointmentState,
  actor: Actor,
  moment: Moment,
  facts: JobFacts,
): AppointmentAction[] {
  const standings = standingsOf(actor, appointment);
  const isOffered = (name: TransitionName) =>
    whyNot(name, appointment.status, standings) === null &&
    !(name === 'arrive' && facts.hasArrived);
  return transitionNames.filter(isOffered).map((action) => {
    const decision = decide(action, appointment, actor, moment);
    const waits = action === 'start' ? whyNotYet(facts.otherJob) : null;
    const refusal = decision.ok ? waits : decision;
    return { action, open: refusal === null, reason: refusal?.refusal.message ?? null };
  });
}

/** A mechanic has at most one job in progress. */
export function whyNotYet(otherJob: number | null): Refused | null {
  if (otherJob === null) return null;
  return refused(
    'mechanic_busy',
    `Appointment ${displayId(otherJob)} is still in progress; complete it first.`,
  );
}

/** One arrives once. */
export function whyNotAgain(hasArrived: boolean): Refused | null {
  return hasArrived ? refused('wrong_status', 'You already said that you arrived.') : null;
}
