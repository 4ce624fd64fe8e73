import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { LazyDialog } from '../../ui/lazy-boundary.tsx';
import type { AssignScreen } from './assign-toasts.ts';

// Loaded on demand, so that a list does not wait for a dialog that might never be opened.
const AssignDialog = lazyComponent(async () => (await import('./assign-dialog.tsx')).AssignDialog);

interface AssignMechanicProps {
  appointment: Appointment;
  screen: AssignScreen;
  size?: 'sm' | 'md';
  variant?: ButtonVariant;
  /** The label: 'Assign' in a narrow list, 'Change mechanic' if one is already assigned. */
  children?: string;
}

/** Renders an appointment's button to assign or reassign a mechanic, and its dialog. */
export function AssignMechanic({
  appointment,
  screen,
  size = 'md',
  variant = 'secondary',
  children = 'Assign Mechanic',
}: AssignMechanicProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size={size}
        variant={variant}
        data-shortcut="assign"
        aria-label={`${children === 'Assign' ? 'Assign a mechanic to' : `${children} for`} ${displayId(appointment.id)}`}
        onPointerEnter={() => void AssignDialog.preload()}
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      {open && (
        <LazyDialog onClose={close}>
          <AssignDialog appointment={appointment} screen={screen} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}
