import type { AppointmentDetails, JobStepChange } from '@curbwrench/contract/appointments/schemas';
import { Check, MapPinCheck, Play } from 'lucide-react';
import { useToday } from '../../business/today.ts';
import { useQueuedSteps } from '../../offline/queued-steps.ts';
import { useSignedInUser } from '../../session/queries.ts';
import { Button } from '../../ui/button.tsx';
import { CompleteButton } from '../actions/complete-button.tsx';
import { scheduleToasts, updateToasts } from '../actions/job-toasts.ts';
import { findMechanicSteps, stepLabels } from '../actions/mechanic-step.ts';
import { applyQueuedSteps } from '../actions/queued-job.ts';
import { useJobStep } from '../actions/use-job-step.ts';
import { getNextSteps } from './appointment-actions.ts';
import { UndoStart } from './undo-start.tsx';

const stepButtons = {
  start: { change: { status: 'in_progress' }, Icon: Play },
  arrive: { change: { arrived: true }, Icon: MapPinCheck },
} as const;

/**
 * Renders the buttons for a mechanic's next steps on their own job; the first is the screen's primary action. A job
 * that was just started also has a button that undoes the start.
 */
export function NextSteps({ appointment }: { appointment: AppointmentDetails }) {
  const viewer = useSignedInUser();
  const today = useToday();
  const queued = useQueuedSteps(appointment.id);
  const hasQueuedSteps = queued.some(({ refusal }) => refusal === null);
  const jobStep = useJobStep(appointment.id, updateToasts);
  // The server's list of actions does not reflect steps that have not been sent yet.
  const steps = hasQueuedSteps
    ? findMechanicSteps(applyQueuedSteps(appointment, queued), viewer, today, null)
    : getNextSteps(appointment).map(({ action }) => ({ name: action }));
  const buttons = steps.map(({ name }, index) => {
    const buttonStyle =
      index === 0
        ? ({ variant: 'primary', size: 'lg' } as const)
        : ({ variant: 'secondary', size: 'md' } as const);
    if (name === 'complete') {
      return (
        <CompleteButton
          key={name}
          {...buttonStyle}
          appointment={appointment}
          toasts={scheduleToasts}
          icon={<Check className="size-5 shrink-0" aria-hidden />}
        >
          {stepLabels.complete}
        </CompleteButton>
      );
    }
    const { change, Icon }: { change: JobStepChange; Icon: typeof Play } = stepButtons[name];
    return (
      <Button
        key={name}
        {...buttonStyle}
        icon={<Icon className="size-5 shrink-0" aria-hidden />}
        pending={jobStep.isPending && jobStep.variables === change}
        disabled={jobStep.isPending}
        onClick={() => jobStep.mutate(change)}
      >
        {stepLabels[name]}
      </Button>
    );
  });
  return (
    <>
      {buttons}
      {!hasQueuedSteps && <UndoStart appointment={appointment} />}
    </>
  );
}
