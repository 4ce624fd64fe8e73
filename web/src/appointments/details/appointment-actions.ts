import type {
  AppointmentAction,
  AppointmentDetails,
} from '@curbwrench/contract/appointments/schemas';
import type { TransitionName } from '@curbwrench/contract/appointments/lifecycle';
import { stepLabels } from '../actions/mechanic-step.ts';

/**
 * The actions that have buttons here. Notes and the gate code are edited where they are shown, and Undo start is on the
 * job's card.
 */
export type ActionName = Exclude<TransitionName, 'undo_start' | 'edit_notes' | 'edit_gate_code'>;
export type ButtonAction = AppointmentAction & { readonly action: ActionName };
type StepAction = ButtonAction & { readonly action: keyof typeof stepLabels };

/** The order on the screen: from starting the job to canceling it. */
const displayOrder: readonly ActionName[] = [
  'start',
  'arrive',
  'complete',
  'assign',
  'reschedule',
  'unassign',
  'cancel',
];

/** Returns the actions in the order in which they are shown. */
export function getOrderedActions({
  actions,
}: Pick<AppointmentDetails, 'actions'>): ButtonAction[] {
  return displayOrder.flatMap((name) => {
    const found = actions.find(({ action }) => action === name);
    return found ? [{ ...found, action: name }] : [];
  });
}

/**
 * Returns the steps of the viewer's own job that can be taken now, the next step first. They are shown on the
 * job's card.
 */
export function getNextSteps(appointment: Pick<AppointmentDetails, 'actions'>): StepAction[] {
  return getOrderedActions(appointment)
    .filter(isStep)
    .filter(({ open: isAvailable }) => isAvailable);
}

/** Returns all actions except the next steps, available or not. They are shown in the actions panel. */
export function getPanelActions(appointment: Pick<AppointmentDetails, 'actions'>): ButtonAction[] {
  const nextStepNames = new Set<ActionName>(getNextSteps(appointment).map(({ action }) => action));
  return getOrderedActions(appointment).filter(({ action }) => !nextStepNames.has(action));
}

/** Actions that are unavailable for the same reason, and the reason in one sentence. */
interface UnavailableGroup {
  readonly reason: string;
  readonly actions: readonly ButtonAction[];
}

/** Groups unavailable actions by reason, so that each reason is shown once. */
export function groupByReason(actions: readonly ButtonAction[]): UnavailableGroup[] {
  const groups = new Map<string, ButtonAction[]>();
  for (const buttonAction of actions) {
    const reason = buttonAction.reason ?? '';
    groups.set(reason, [...(groups.get(reason) ?? []), buttonAction]);
  }
  return [...groups].map(([reason, groupActions]) => ({ reason, actions: groupActions }));
}

function isStep(action: ButtonAction): action is StepAction {
  return action.action in stepLabels;
}

/** Returns the button label of an action. For the assigned mechanic, 'unassign' is declining the job. */
export function getActionLabel(
  action: ActionName,
  appointment: Pick<AppointmentDetails, 'mechanicId'>,
  viewerId: string,
): string {
  switch (action) {
    case 'assign':
      return appointment.mechanicId === null ? 'Assign Mechanic' : 'Change mechanic';
    case 'unassign':
      return appointment.mechanicId === viewerId ? 'Decline job' : 'Unassign mechanic';
    case 'reschedule':
      return 'Reschedule';
    case 'start':
      return stepLabels.start;
    case 'arrive':
      return stepLabels.arrive;
    case 'complete':
      return stepLabels.complete;
    case 'cancel':
      return 'Cancel appointment';
  }
}
