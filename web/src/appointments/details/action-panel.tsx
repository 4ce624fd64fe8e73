import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { useId, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useEffectiveRole, useSignedInUser } from '../../session/queries.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LazyDialog } from '../../ui/lazy-boundary.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AssignMechanic } from '../assignment/assign-mechanic.tsx';
import {
  getActionLabel,
  groupByReason,
  getPanelActions,
  type ButtonAction,
} from './appointment-actions.ts';

const RescheduleDialog = lazyComponent(
  async () => (await import('./reschedule-dialog.tsx')).RescheduleDialog,
);
const ReasonDialog = lazyComponent(async () => (await import('./reason-dialog.tsx')).ReasonDialog);

interface ActionPanelProps {
  appointment: AppointmentDetails;
  className?: string;
}

type DialogAction = 'reschedule' | 'unassign' | 'cancel';

/**
 * Shows the viewer's actions as buttons. Unavailable ones are below the others, disabled, with the server's reason.
 */
export function ActionPanel({ appointment, className }: ActionPanelProps) {
  const [openDialog, setOpenDialog] = useState<DialogAction | null>(null);
  const actions = getPanelActions(appointment);
  const close = () => setOpenDialog(null);
  return (
    <>
      {actions.length > 0 && (
        <Actions
          actions={actions}
          appointment={appointment}
          onOpenDialog={setOpenDialog}
          {...(className !== undefined && { className })}
        />
      )}
      {/* Stays open even if someone else completes or cancels the appointment: the refusal then says so. */}
      {openDialog && (
        <LazyDialog onClose={close}>
          {openDialog === 'reschedule' ? (
            <RescheduleDialog appointment={appointment} onClose={close} />
          ) : (
            <ReasonDialog appointment={appointment} action={openDialog} onClose={close} />
          )}
        </LazyDialog>
      )}
    </>
  );
}

interface ActionsProps extends ActionPanelProps {
  actions: readonly ButtonAction[];
  onOpenDialog: (openDialog: DialogAction) => void;
}

function Actions({ actions, appointment, onOpenDialog, className }: ActionsProps) {
  const availableActions = actions.filter(({ open: isAvailable }) => isAvailable);
  const unavailableActions = actions.filter(({ open: isAvailable }) => !isAvailable);
  return (
    <Panel title="Actions" className={classNames('print:hidden', className)}>
      {availableActions.length > 0 && (
        <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
          {availableActions.map((buttonAction) => (
            <AvailableAction
              key={buttonAction.action}
              {...buttonAction}
              appointment={appointment}
              onOpenDialog={onOpenDialog}
            />
          ))}
        </div>
      )}
      {unavailableActions.length > 0 && (
        <UnavailableActions actions={unavailableActions} appointment={appointment} />
      )}
    </Panel>
  );
}

interface AvailableActionProps extends ButtonAction {
  appointment: AppointmentDetails;
  onOpenDialog: (openDialog: DialogAction) => void;
}

function AvailableAction({ action, appointment, onOpenDialog }: AvailableActionProps) {
  const viewer = useSignedInUser();
  const role = useEffectiveRole();
  const label = getActionLabel(action, appointment, viewer.id);
  switch (action) {
    case 'assign':
      return (
        <AssignMechanic
          appointment={appointment}
          screen={role === 'admin' ? 'admin' : 'advisor'}
          // This is the page's primary action only while no mechanic is assigned.
          variant={appointment.mechanicId === null ? 'primary' : 'secondary'}
        >
          {label}
        </AssignMechanic>
      );
    case 'reschedule':
    case 'unassign':
    case 'cancel':
      return <Button onClick={() => onOpenDialog(action)}>{label}</Button>;
    default:
      return null;
  }
}

interface UnavailableActionsProps {
  actions: readonly ButtonAction[];
  appointment: AppointmentDetails;
}

/** Shows each reason once, next to the actions it blocks. Screen readers read the reason with each action. */
function UnavailableActions({ actions, appointment }: UnavailableActionsProps) {
  const viewer = useSignedInUser();
  const baseId = useId();
  return (
    <ul
      aria-label="Not available now"
      className="mt-4 grid gap-4 border-t border-line pt-4 first:mt-0 first:border-0 first:pt-0"
    >
      {groupByReason(actions).map((group, index) => {
        const reasonId = `${baseId}-${index}`;
        return (
          <li
            key={group.reason}
            className="grid gap-x-4 gap-y-2 sm:grid-cols-[12.5rem_minmax(0,1fr)] sm:items-center"
          >
            <p id={reasonId} className="text-sm text-ink-soft sm:order-last">
              {group.reason}
            </p>
            <div className="grid gap-2">
              {group.actions.map(({ action }) => (
                <Button key={action} size="sm" block disabled aria-describedby={reasonId}>
                  {getActionLabel(action, appointment, viewer.id)}
                </Button>
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
