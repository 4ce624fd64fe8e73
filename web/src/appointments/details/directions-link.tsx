import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { Navigation } from 'lucide-react';
import { directionsUrl } from '../../lib/maps-app.ts';
import { buttonClass } from '../../ui/button.tsx';
import { getDestination } from '../card/job-fields.tsx';

/** Links to directions in the phone's maps app; renders nothing for a location that cannot be parsed. */
export function DirectionsLink({
  appointment,
  children = 'Directions',
}: {
  appointment: Appointment;
  children?: string;
}) {
  const destination = getDestination(appointment);
  if (destination === null) return null;
  return (
    <a
      href={directionsUrl(destination)}
      target="_blank"
      rel="noreferrer"
      className={buttonClass({ size: 'md' })}
    >
      <Navigation className="size-5 shrink-0" aria-hidden />
      {children}
      <span className="sr-only"> (opens a map)</span>
    </a>
  );
}
