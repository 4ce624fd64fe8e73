import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { getFullName, getInitials } from '../lib/people.ts';
import { MapCanvas } from '../maps/map-canvas.tsx';
import { MapMarker } from '../maps/map-marker.tsx';
import { VanIcon } from '../maps/map-icons.tsx';
import { getVanTone } from './van-tone.ts';

interface LocationMapProps {
  mechanic: Mechanic;
  location: NonNullable<Mechanic['location']>;
  /** The current time in milliseconds. */
  now: number;
}

/** Shows a mechanic's location on a map. */
export function LocationMap({ mechanic, location, now }: LocationMapProps) {
  return (
    <MapCanvas
      label={`Map of ${getFullName(mechanic)}'s location`}
      className="h-64"
      fit={[location]}
    >
      <MapMarker position={location} reportedAt={location.at}>
        <VanIcon tone={getVanTone(mechanic, now)}>{getInitials(mechanic)}</VanIcon>
      </MapMarker>
    </MapCanvas>
  );
}
