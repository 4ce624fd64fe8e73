import type {
  AppointmentChange,
  AppointmentDetails,
} from '@curbwrench/contract/appointments/schemas';
import { Check, MapPinCheck, Play, type LucideIcon } from 'lucide-react';
import { useSignedInUser } from '../../session/queries.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { CompleteButton } from '../actions/complete-button.tsx';
import { scheduleToasts } from '../actions/job-toasts.ts';
import { useChangeAppointment } from '../queries.ts';
import { getActionLabel, getNextSteps, type ActionName } from './appointment-actions.ts';

const stepChanges: Partial<Record<ActionName, { change: AppointmentChange; Icon: LucideIcon }>> = {
  start: { change: { status: 'in_progress' }, Icon: Play },
  arrive: { change: { arrived: true }, Icon: MapPinCheck },
};

/** Renders the buttons for a mechanic's next steps on their own job; the first is the screen's main action. */
export function NextSteps({ appointment }: { appointment: AppointmentDetails }) {
  const viewer = useSignedInUser();
  const { success, failure } = scheduleToasts.start;
  const step = useChangeAppointment({
    onSuccess: () => showToast(success),
    onError: (error) => showToast(failure(error)),
  });
  return getNextSteps(appointment).map(({ action }, index) => {
    const buttonStyle =
      index === 0
        ? ({ variant: 'primary', size: 'lg' } as const)
        : ({ variant: 'secondary', size: 'md' } as const);
    const label = getActionLabel(action, appointment, viewer.id);
    if (action === 'complete') {
      return (
        <CompleteButton
          key={action}
          {...buttonStyle}
          appointment={appointment}
          toasts={scheduleToasts}
          icon={<Check className="size-5 shrink-0" aria-hidden />}
        >
          {label}
        </CompleteButton>
      );
    }
    const next = stepChanges[action];
    if (!next) return null;
    const isSending = step.isPending && step.variables.change === next.change;
    return (
      <Button
        key={action}
        {...buttonStyle}
        icon={<next.Icon className="size-5 shrink-0" aria-hidden />}
        pending={isSending}
        disabled={step.isPending}
        onClick={() => step.mutate({ id: appointment.id, change: next.change })}
      >
        {label}
      </Button>
    );
  });
}
