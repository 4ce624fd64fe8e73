import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { ExternalLink, MapPinOff } from 'lucide-react';
import { useBusiness } from '../business/queries.ts';
import { displayInstantIn, displayTimeIn, timeAgo } from '../lib/business-time.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { getFullName } from '../lib/people.ts';
import { placeUrl } from '../lib/maps-app.ts';
import { buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { MapSkeleton } from '../maps/map-skeleton.tsx';
import { useNow } from '../ui/use-now.ts';
import { MechanicBadge } from './mechanic-badge.tsx';
import { isCurrentPosition } from './position-age.ts';

// Loaded separately with the map library, which is large.
const LocationMap = lazyComponent(async () => (await import('./location-map.tsx')).LocationMap);

interface LocationDialogProps {
  mechanic: Mechanic;
  onClose: () => void;
}

/** Shows a mechanic's last known location on a map and when it was reported, with a link to the phone's maps app. */
export function LocationDialog({ mechanic, onClose }: LocationDialogProps) {
  const { location } = mechanic;
  return (
    <Dialog open onOpenChange={onClose} title={`${getFullName(mechanic)}'s location`}>
      {location ? (
        <LastLocation mechanic={mechanic} location={location} />
      ) : (
        <EmptyState icon={<MapPinOff aria-hidden />}>
          We don't know where {getFullName(mechanic)} is. A phone sends its location only while the
          mechanic is available or on a job and has location sharing turned on.
        </EmptyState>
      )}
    </Dialog>
  );
}

function LastLocation({
  mechanic,
  location,
}: {
  mechanic: Mechanic;
  location: NonNullable<Mechanic['location']>;
}) {
  const now = useNow();
  const { timeZone } = useBusiness();
  return (
    <div className="grid gap-4">
      <div>
        <LazyPart skeleton={<MapSkeleton className="h-64" />}>
          <LocationMap mechanic={mechanic} location={location} now={now} />
        </LazyPart>
        <p className="figures mt-1 text-sm text-ink-soft">
          Latitude {location.lat.toFixed(4)}, longitude {location.lng.toFixed(4)}
        </p>
      </div>
      <dl className="figures grid grid-cols-2 gap-3">
        <div>
          <dt className="text-sm text-ink-soft">Updated</dt>
          <dd className="font-display text-xl font-bold">
            {timeAgo(location.at, now)}
            <span className="block font-sans text-sm font-normal text-ink-soft">
              {displayInstantIn(timeZone, location.at)}
            </span>
          </dd>
        </div>
        <div>
          <dt className="mb-1 text-sm text-ink-soft">Status</dt>
          <dd>
            <MechanicBadge status={mechanic.status} />
          </dd>
        </div>
      </dl>
      {!isCurrentPosition(location.at, now) && (
        <p className="text-ink-soft">
          As of {displayTimeIn(timeZone, location.at)}. A phone shares its location only while the
          app is open on its screen.
        </p>
      )}
      <a
        href={placeUrl(location)}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ block: true })}
      >
        Open in maps
        <ExternalLink className="size-4 shrink-0" aria-hidden />
        <span className="sr-only">(opens your maps app)</span>
      </a>
    </div>
  );
}
