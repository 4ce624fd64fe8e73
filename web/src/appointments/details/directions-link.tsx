import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { readAddress, parseJsonOrNull } from '@curbwrench/contract/places/location';
import { Navigation } from 'lucide-react';
import { directionsUrl, type MapPlace } from '../../lib/phone-map.ts';
import { buttonClass } from '../../ui/button.tsx';

/** Links to directions in the phone's map app; renders nothing for a location that cannot be parsed. */
export function DirectionsLink({ appointment }: { appointment: Appointment }) {
  const spot = getDestination(appointment);
  if (spot === null) return null;
  return (
    <a
      href={directionsUrl(spot)}
      target="_blank"
      rel="noreferrer"
      className={buttonClass({ size: 'md' })}
    >
      <Navigation className="size-5 shrink-0" aria-hidden />
      Directions
      <span className="sr-only"> (opens a map)</span>
    </a>
  );
}

/** Returns the coordinates of the car, or its address if they are not known. */
function getDestination({ location }: Appointment): MapPlace | null {
  const value = parseJsonOrNull(location);
  if (typeof value === 'object' && value !== null && 'lat' in value && 'lng' in value) {
    const { lat, lng } = value;
    if (typeof lat === 'number' && typeof lng === 'number') return { lat, lng };
  }
  return readAddress(location);
}
