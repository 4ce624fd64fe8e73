import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import type { ReactNode } from 'react';
import { Button, type ButtonSize, type ButtonVariant } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { MechanicStep } from './mechanic-step.ts';
import { CompleteButton } from './complete-button.tsx';
import type { JobToasts } from './job-toasts.ts';
import { useJobStep } from './use-job-step.ts';

interface JobButtonProps {
  appointment: Appointment;
  step: MechanicStep;
  toasts: JobToasts;
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Limits the width of the reason, for a button that has other text next to it. */
  isNarrow?: boolean;
  /** The label, which differs between screens: 'Start Service', 'Navigate'. */
  children: string;
}

/**
 * Renders the button for a mechanic's next step on a job. Completing a job asks for confirmation. A step
 * that has to wait is shown disabled, with the reason below the button, because phones can't show it on hover.
 */
export function JobButton({
  appointment,
  step,
  toasts,
  variant = 'secondary',
  size = 'md',
  icon,
  isNarrow = false,
  children,
}: JobButtonProps) {
  const jobStep = useJobStep(appointment.id, toasts[step.name]);
  const name = `${children} ${displayId(appointment.id)}`;
  if (step.name === 'complete') {
    return (
      <CompleteButton {...{ appointment, toasts, variant, size, icon }} aria-label={name}>
        {children}
      </CompleteButton>
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Button
        variant={step.reason ? 'secondary' : variant}
        size={size}
        icon={icon}
        disabledReason={step.reason}
        pending={jobStep.isPending}
        aria-label={name}
        onClick={() => jobStep.mutate(step.change)}
      >
        {children}
      </Button>
      {step.reason && (
        <p
          aria-hidden
          className={classNames(
            'text-xs text-balance text-ink-soft',
            isNarrow ? 'max-w-34' : 'sm:max-w-42',
          )}
        >
          {step.reason}
        </p>
      )}
    </div>
  );
}
