import type { AppointmentAction, AppointmentDetails } from '@curbwrench/contract/appointments';
import type { TransitionName } from '@curbwrench/contract/lifecycle';
import { stepLabels } from '../actions/allowed-step.ts';

/** What stands on the buttons; notes and how to get in are changed where they stand. */
export type ActionName = Exclude<TransitionName, 'edit_notes' | 'edit_gate_code'>;
export type NamedAction = AppointmentAction & { readonly action: ActionName };

/** The order on the screen: what moves the job on first, what ends it last. */
const shownOrder: readonly ActionName[] = [
  'start',
  'arrive',
  'complete',
  'assign',
  'reschedule',
  'unassign',
  'cancel',
];

/** The actions as they are shown. */
export function shownActions({ actions }: Pick<AppointmentDetails, 'actions'>): NamedAction[] {
  return shownOrder.flatMap((name) => {
    const found = actions.find(({ action }) => action === name);
    return found ? [{ ...found, action: name }] : [];
  });
}

/**
 * The steps of the reader's own job that can be taken now, the next one first: they stand in the
 * card, under the thumb.
 */
export function nextSteps(appointment: Pick<AppointmentDetails, 'actions'>): NamedAction[] {
  return shownActions(appointment).filter(({ action, open }) => open && steps.has(action));
}

/** The others: they stand in the panel of actions, with those that are not open now. */
export function panelActions(appointment: Pick<AppointmentDetails, 'actions'>): NamedAction[] {
  const inCard = new Set(nextSteps(appointment).map(({ action }) => action));
  return shownActions(appointment).filter(({ action }) => !inCard.has(action));
}

/** Actions that are not open now for one reason, and the reason in one sentence. */
interface ClosedGroup {
  readonly reason: string;
  readonly actions: readonly NamedAction[];
}

/** What is not open now by its reason, so that each reason is said once. */
export function byReason(actions: readonly NamedAction[]): ClosedGroup[] {
  const groups = new Map<string, NamedAction[]>();
  for (const one of actions) {
    const reason = one.reason ?? '';
    groups.set(reason, [...(groups.get(reason) ?? []), one]);
  }
  return [...groups].map(([reason, those]) => ({ reason, actions: those }));
}

const steps = new Set<ActionName>(['start', 'arrive', 'complete']);

/** What the button of an action says. A mechanic who gives their own job back declines it. */
export function actionWords(
  action: ActionName,
  appointment: Pick<AppointmentDetails, 'mechanicId'>,
  readerId: string,
): string {
  switch (action) {
    case 'assign':
      return appointment.mechanicId === null ? 'Assign Mechanic' : 'Change Mechanic';
    case 'unassign':
      return appointment.mechanicId === readerId ? 'Decline Job' : 'Unassign Mechanic';
    case 'reschedule':
      return 'Reschedule';
    case 'start':
      return stepLabels.start;
    case 'arrive':
      return 'I Have Arrived';
    case 'complete':
      return stepLabels.complete;
    case 'cancel':
      return 'Cancel Appointment';
  }
}
