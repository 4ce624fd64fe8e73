import type { AppointmentAction, AppointmentDetails } from '@curbwrench/contract/appointments';
import { whyClosed, type TransitionName } from '@curbwrench/contract/lifecycle';

/** What stands on the buttons; notes are changed where they stand. */
export type ActionName = Exclude<TransitionName, 'edit_notes'>;
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

/**
 * What is not open now by its reason, so that each is said once: what the status is in the way of
 * together in one sentence, then any other by itself or with those it has the very same words for.
 * Within a group, and by the first of each, in the order they come.
 */
export function byReason(
  status: AppointmentDetails['status'],
  actions: readonly NamedAction[],
): ClosedGroup[] {
  const groups = new Map<string | null, NamedAction[]>();
  for (const one of actions) {
    const isOfStatus = one.reason === whyClosed(status, [one.action]);
    const key = isOfStatus ? null : one.reason;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].map(([reason, those]) => ({
    reason:
      reason ??
      whyClosed(
        status,
        those.map(({ action }) => action),
      ),
    actions: those,
  }));
}

const steps = new Set<ActionName>(['start', 'arrive', 'complete']);

/** What the button of an action says. A mechanic who gives their own job back declines it (D4). */
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
      return 'Start Service';
    case 'arrive':
      return 'I Have Arrived';
    case 'complete':
      return 'Complete Service';
    case 'cancel':
      return 'Cancel Appointment';
  }
}
