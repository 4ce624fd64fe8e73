import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { Navigation } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { Button, type ButtonSize, type ButtonVariant } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { canTrack } from './journey.ts';

// Loaded on demand, so that a card does not wait for a sheet that might never be opened.
const TrackSheet = lazyComponent(async () => (await import('./track-sheet.tsx')).TrackSheet);

interface TrackMechanicProps {
  appointment: Appointment;
  size?: ButtonSize;
  variant?: ButtonVariant;
}

/**
 * Renders the customer's Track Mechanic button and its sheet if the appointment is in progress, or confirmed with
 * a mechanic; otherwise nothing.
 */
export function TrackMechanic({ appointment, size = 'md', variant }: TrackMechanicProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  // An open sheet also shows how the appointment ended.
  if (!canTrack(appointment) && !open) return null;
  return (
    <>
      <Button
        size={size}
        {...(variant && { variant })}
        icon={<Navigation className="size-4 shrink-0" aria-hidden />}
        aria-label={`Track Mechanic for ${displayId(appointment.id)}`}
        onPointerEnter={() => void TrackSheet.preload()}
        onClick={() => setOpen(true)}
      >
        Track Mechanic
      </Button>
      {open && (
        <LazyDialog onClose={close}>
          <TrackSheet appointment={appointment} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}
