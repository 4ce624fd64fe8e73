import type { AppointmentAction } from '@curbwrench/contract/appointments';
import { displayId } from '@curbwrench/contract/booking-rules';
import {
  appointmentStatuses,
  standingsOf,
  transitionNames,
  whyNot,
  type TransitionName,
} from '@curbwrench/contract/lifecycle';
import { decide, type Actor, type AppointmentState, type Moment } from './appointment.ts';
import { refused, type Refused } from './outcome.ts';

/** What the steps of a job hang on beside the appointment itself. */
export interface JobFacts {
  /** Whether its mechanic has said already that they are there. */
  readonly hasArrived: boolean;
  /** Another job that the reader has under way, or null. */
  readonly otherJob: number | null;
}

/**
 * All that this person may do to this appointment at some time of its life, in the order of the
 * lifecycle table, and for what is not open now the sentence that the server would refuse it with.
 * What hangs on a choice still to be made (whom, which time) is not decided here.
 */
export function actionsOf(
  appointment: AppointmentState,
  actor: Actor,
  moment: Moment,
  facts: JobFacts,
): AppointmentAction[] {
  const standings = standingsOf(actor, appointment);
  const isEverOpen = (name: TransitionName) =>
    appointmentStatuses.some((status) => whyNot(name, status, standings) === null);
  return transitionNames.filter(isEverOpen).map((action) => {
    const decision = decide(action, appointment, actor, moment);
    const refusal = decision.ok ? whyStepWaits(action, facts) : decision;
    return { action, open: refusal === null, reason: refusal?.refusal.message ?? null };
  });
}

/** A mechanic has at most one job in progress (D4). */
export function whyNotYet(otherJob: number | null): Refused | null {
  if (otherJob === null) return null;
  return refused(
    'mechanic_busy',
    `Appointment ${displayId(otherJob)} is still in progress; complete it first.`,
  );
}

/** One arrives once. */
export function whyNotAgain(hasArrived: boolean): Refused | null {
  return hasArrived ? refused('wrong_status', 'You have said already that you arrived.') : null;
}

function whyStepWaits(action: TransitionName, facts: JobFacts): Refused | null {
  switch (action) {
    case 'start':
      return whyNotYet(facts.otherJob);
    case 'arrive':
      return whyNotAgain(facts.hasArrived);
    default:
      return null;
  }
}
