import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { Button, type ButtonSize } from '../../ui/button.tsx';
import { LazyDialog } from '../../ui/lazy-boundary.tsx';

const CustomerDialog = lazyComponent(
  async () => (await import('./customer-dialog.tsx')).CustomerDialog,
);

interface CustomerDetailsProps {
  appointment: Appointment;
  size?: ButtonSize;
}

/** Renders the mechanic's Customer Details button and its dialog. */
export function CustomerDetails({ appointment, size = 'md' }: CustomerDetailsProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size={size}
        aria-label={`Customer Details for ${displayId(appointment.id)}`}
        onPointerEnter={() => void CustomerDialog.preload()}
        onClick={() => setOpen(true)}
      >
        Customer Details
      </Button>
      {open && (
        <LazyDialog onClose={close}>
          <CustomerDialog appointment={appointment} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}
