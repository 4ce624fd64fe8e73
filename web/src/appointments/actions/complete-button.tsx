import { useState, type ReactNode } from 'react';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { Button, type ButtonSize, type ButtonVariant } from '../../ui/button.tsx';
import { LazyDialog } from '../../ui/lazy-boundary.tsx';
import type { JobToasts } from './job-toasts.ts';

// Loaded on demand, so that a list does not wait for a dialog that might never be opened.
const CompleteDialog = lazyComponent(
  async () => (await import('./complete-dialog.tsx')).CompleteDialog,
);

interface CompleteButtonProps {
  appointment: Appointment;
  toasts: JobToasts;
  variant: ButtonVariant;
  size: ButtonSize;
  icon: ReactNode;
  'aria-label'?: string;
  children: string;
}

/** Renders the button that completes a job in progress, and the dialog that asks for confirmation. */
export function CompleteButton({
  appointment,
  toasts,
  children,
  ...buttonProps
}: CompleteButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const close = () => setIsConfirming(false);
  return (
    <>
      <Button
        {...buttonProps}
        onPointerEnter={() => void CompleteDialog.preload()}
        onClick={() => setIsConfirming(true)}
      >
        {children}
      </Button>
      {isConfirming && (
        <LazyDialog onClose={close}>
          <CompleteDialog appointment={appointment} toasts={toasts} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}
