import { useState, type ReactNode } from 'react';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { Button, type ButtonSize, type ButtonVariant } from '../../ui/button.tsx';
import { LazyDialog } from '../../ui/lazy-boundary.tsx';
import type { JobToasts } from './job-toasts.ts';

// The list does not wait for the dialog that one of its rows may open.
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

/** Completes a job in progress, on any screen: it always asks first. */
export function CompleteButton({ appointment, toasts, children, ...looks }: CompleteButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button
        {...looks}
        onPointerEnter={() => void CompleteDialog.preload()}
        onClick={() => setIsAsking(true)}
      >
        {children}
      </Button>
      {isAsking && (
        <LazyDialog onClose={close}>
          <CompleteDialog appointment={appointment} toasts={toasts} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}
