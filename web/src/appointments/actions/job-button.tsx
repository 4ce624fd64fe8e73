import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import type { ReactNode } from 'react';
import { Button, type ButtonSize, type ButtonVariant } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { showToast } from '../../ui/toast-store.ts';
import { useChangeAppointment } from '../queries.ts';
import type { AllowedStep } from './allowed-step.ts';
import { CompleteButton } from './complete-button.tsx';
import type { JobToasts } from './job-toasts.ts';

interface JobButtonProps {
  appointment: Appointment;
  step: AllowedStep;
  toasts: JobToasts;
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Next to other text: the reason is limited to the button's width. */
  narrow?: boolean;
  /** Its label; it names the step on this screen: 'Start Service', 'Navigate'. */
  children: string;
}

/**
 * Takes a mechanic's step on a job; completing it asks first. If it has to wait, it is shown disabled with
 * its reason below: a phone cannot hover.
 */
export function JobButton({
  appointment,
  step,
  toasts,
  variant = 'secondary',
  size = 'md',
  icon,
  narrow = false,
  children,
}: JobButtonProps) {
  const { success, failure } = toasts.start;
  const change = useChangeAppointment({
    onSuccess: () => showToast(success),
    onError: (error) => showToast(failure(error)),
  });
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
        pending={change.isPending}
        aria-label={name}
        onClick={() => change.mutate({ id: appointment.id, change: step.change })}
      >
        {children}
      </Button>
      {step.reason && (
        <p
          aria-hidden
          className={classNames(
            'text-xs text-balance text-ink-soft',
            narrow ? 'max-w-34' : 'sm:max-w-42',
          )}
        >
          {step.reason}
        </p>
      )}
    </div>
  );
}
