import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { useId, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useShownRole, useSignedInUser } from '../../session/queries.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LazyDialog } from '../../ui/lazy-boundary.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AssignMechanic } from '../assignment/assign-mechanic.tsx';
import { actionWords, byReason, panelActions, type NamedAction } from './action-text.ts';

const RescheduleDialog = lazyComponent(
  async () => (await import('./reschedule-dialog.tsx')).RescheduleDialog,
);
const ReasonDialog = lazyComponent(async () => (await import('./reason-dialog.tsx')).ReasonDialog);

interface ActionPanelProps {
  appointment: AppointmentDetails;
  className?: string;
}

type Asked = 'reschedule' | 'unassign' | 'cancel';

/**
 * Shows what the viewer may do: available actions as buttons, and below, disabled, those that are not
 * available now, with the server's reason.
 */
export function ActionPanel({ appointment, className }: ActionPanelProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const actions = panelActions(appointment);
  const close = () => setAsked(null);
  return (
    <>
      {actions.length > 0 && (
        <Actions
          actions={actions}
          appointment={appointment}
          onAsk={setAsked}
          {...(className !== undefined && { className })}
        />
      )}
      {/* Stays open when someone else ends the appointment meanwhile: the answer explains it. */}
      {asked && (
        <LazyDialog onClose={close}>
          {asked === 'reschedule' ? (
            <RescheduleDialog appointment={appointment} onClose={close} />
          ) : (
            <ReasonDialog appointment={appointment} action={asked} onClose={close} />
          )}
        </LazyDialog>
      )}
    </>
  );
}

interface ActionsProps extends ActionPanelProps {
  actions: readonly NamedAction[];
  onAsk: (asked: Asked) => void;
}

function Actions({ actions, appointment, onAsk, className }: ActionsProps) {
  const open = actions.filter((one) => one.open);
  const closed = actions.filter((one) => !one.open);
  return (
    <Panel title="Actions" className={classNames('print:hidden', className)}>
      {open.length > 0 && (
        <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
          {open.map((one) => (
            <OpenAction key={one.action} {...one} appointment={appointment} onAsk={onAsk} />
          ))}
        </div>
      )}
      {closed.length > 0 && <ClosedActions actions={closed} appointment={appointment} />}
    </Panel>
  );
}

interface OpenActionProps extends NamedAction {
  appointment: AppointmentDetails;
  onAsk: (asked: Asked) => void;
}

function OpenAction({ action, appointment, onAsk }: OpenActionProps) {
  const viewer = useSignedInUser();
  const role = useShownRole();
  const words = actionWords(action, appointment, viewer.id);
  switch (action) {
    case 'assign':
      return (
        <AssignMechanic
          appointment={appointment}
          view={role === 'admin' ? 'admin' : 'advisor'}
          // The page's main action while no one has the job; later it is a correction.
          variant={appointment.mechanicId === null ? 'primary' : 'secondary'}
        >
          {words}
        </AssignMechanic>
      );
    case 'reschedule':
    case 'unassign':
    case 'cancel':
      return <Button onClick={() => onAsk(action)}>{words}</Button>;
    default:
      return null;
  }
}

interface ClosedActionsProps {
  actions: readonly NamedAction[];
  appointment: AppointmentDetails;
}

/** Shows each reason once, next to all the actions it blocks; it is read out with each of them. */
function ClosedActions({ actions, appointment }: ClosedActionsProps) {
  const viewer = useSignedInUser();
  const baseId = useId();
  return (
    <ul
      aria-label="Not open now"
      className="mt-4 grid gap-4 border-t border-line pt-4 first:mt-0 first:border-0 first:pt-0"
    >
      {byReason(actions).map((group, index) => {
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
                  {actionWords(action, appointment, viewer.id)}
                </Button>
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
