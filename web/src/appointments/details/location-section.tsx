import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { readCoordinates } from '@curbwrench/contract/places/location';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { LazyPart } from '../../ui/lazy-boundary.tsx';
import { MapSkeleton } from '../../maps/map-skeleton.tsx';
import { getLocationNote } from '../card/location-note.ts';

const LocationMap = lazyComponent(async () => (await import('./location-map.tsx')).LocationMap);

/**
 * Shows an appointment's location on a small map, with a note if it is approximate. Renders nothing if it is unknown.
 */
export function LocationSection({ appointment }: { appointment: Appointment }) {
  const position = readCoordinates(appointment.location);
  if (position === null) return null;
  const note = getLocationNote(appointment);
  return (
    <div className="grid gap-2">
      {note !== null && <p className="text-sm text-ink-soft">{note}</p>}
      {/* At least as tall as the map with its caption, so that nothing moves when the map appears. */}
      <div className="min-h-50 print:hidden">
        <LazyPart skeleton={<MapSkeleton className="h-44" />}>
          <LocationMap appointment={appointment} position={position} />
        </LazyPart>
      </div>
    </div>
  );
}
