import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { readCoordinates } from '@curbwrench/contract/places/location';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { LazyPart } from '../../ui/lazy-boundary.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { getPlaceNote } from '../card/place-note.ts';

const PlaceMap = lazyComponent(async () => (await import('./place-map.tsx')).PlaceMap);

/** Shows an appointment's place on a small map, and says how exact it is; nothing if the place is not known. */
export function PlacePart({ appointment }: { appointment: Appointment }) {
  const position = readCoordinates(appointment.location);
  if (position === null) return null;
  const text = getPlaceNote(appointment);
  return (
    <div className="grid gap-2">
      {text !== null && <p className="text-sm text-ink-soft">{text}</p>}
      {/* At least as high as the map with its caption, so that nothing moves when it appears. */}
      <div className="min-h-50 print:hidden">
        <LazyPart skeleton={<Skeleton className="h-44" />}>
          <PlaceMap appointment={appointment} position={position} />
        </LazyPart>
      </div>
    </div>
  );
}
