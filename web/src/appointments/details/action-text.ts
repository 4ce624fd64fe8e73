import type {
  AppointmentAction,
  AppointmentDetails,
} from '@curbwrench/contract/appointments/schemas';
import type { TransitionName } from '@curbwrench/contract/appointments/lifecycle';
import { stepLabels } from '../actions/allowed-step.ts';

/** The actions that have buttons; notes and gate code are edited where they are shown. */
export type ActionName = Exclude<TransitionName, 'edit_notes' | 'edit_gate_code'>;
export type NamedAction = AppointmentAction & { readonly action: ActionName };

/** The order on the screen: first what moves the job forward, last what ends it. */
const shownOrder: readonly ActionName[] = [
  'start',
  'arrive',
  'complete',
  'assign',
  'reschedule',
  'unassign',
  'cancel',
];

/** Returns the actions in the order in which they are shown. */
export function shownActions({ actions }: Pick<AppointmentDetails, 'actions'>): NamedAction[] {
  return shownOrder.flatMap((name) => {
    const found = actions.find(({ action }) => action === name);
    return found ? [{ ...found, action: name }] : [];
  });
}

/**
 * Returns the steps of the viewer's own job that can be taken now, the next one first; they are shown in
 * the card.
 */
export function nextSteps(appointment: Pick<AppointmentDetails, 'actions'>): NamedAction[] {
  return shownActions(appointment).filter(({ action, open }) => open && steps.has(action));
}

/** Returns the other actions, available or not; they are shown in the actions panel. */
export function panelActions(appointment: Pick<AppointmentDetails, 'actions'>): NamedAction[] {
  const inCard = new Set(nextSteps(appointment).map(({ action }) => action));
  return shownActions(appointment).filter(({ action }) => !inCard.has(action));
}

/** Actions that are unavailable for the same reason, and the reason in one sentence. */
interface ClosedGroup {
  readonly reason: string;
  readonly actions: readonly NamedAction[];
}

/** Groups unavailable actions by reason, so that each reason is shown once. */
export function byReason(actions: readonly NamedAction[]): ClosedGroup[] {
  const groups = new Map<string, NamedAction[]>();
  for (const one of actions) {
    const reason = one.reason ?? '';
    groups.set(reason, [...(groups.get(reason) ?? []), one]);
  }
  return [...groups].map(([reason, those]) => ({ reason, actions: those }));
}

const steps = new Set<ActionName>(['start', 'arrive', 'complete']);

/** Returns the button label of an action. A mechanic who gives back their own job declines it. */
export function actionWords(
  action: ActionName,
  appointment: Pick<AppointmentDetails, 'mechanicId'>,
  viewerId: string,
): string {
  switch (action) {
    case 'assign':
      return appointment.mechanicId === null ? 'Assign Mechanic' : 'Change Mechanic';
    case 'unassign':
      return appointment.mechanicId === viewerId ? 'Decline Job' : 'Unassign Mechanic';
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
