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
import { actionWords, nextSteps, type ActionName } from './action-text.ts';

const changes: Partial<Record<ActionName, { change: AppointmentChange; Icon: LucideIcon }>> = {
  start: { change: { status: 'in_progress' }, Icon: Play },
  arrive: { change: { arrived: true }, Icon: MapPinCheck },
};

/** Renders a mechanic's next steps for their own job; the first is the screen's main action. */
export function NextSteps({ appointment }: { appointment: AppointmentDetails }) {
  const viewer = useSignedInUser();
  const { success, failure } = scheduleToasts.start;
  const step = useChangeAppointment({
    onSuccess: () => showToast(success),
    onError: (error) => showToast(failure(error)),
  });
  return nextSteps(appointment).map(({ action }, index) => {
    const looks =
      index === 0
        ? ({ variant: 'primary', size: 'lg' } as const)
        : ({ variant: 'secondary', size: 'md' } as const);
    const words = actionWords(action, appointment, viewer.id);
    if (action === 'complete') {
      return (
        <CompleteButton
          key={action}
          {...looks}
          appointment={appointment}
          toasts={scheduleToasts}
          icon={<Check className="size-5 shrink-0" aria-hidden />}
        >
          {words}
        </CompleteButton>
      );
    }
    const todo = changes[action];
    if (!todo) return null;
    const isTaken = step.isPending && step.variables.change === todo.change;
    return (
      <Button
        key={action}
        {...looks}
        icon={<todo.Icon className="size-5 shrink-0" aria-hidden />}
        pending={isTaken}
        disabled={step.isPending}
        onClick={() => step.mutate({ id: appointment.id, change: todo.change })}
      >
        {words}
      </Button>
    );
  });
}
