import type { Tracking } from '@curbwrench/contract/tracking/schemas';
import { MapCanvas } from '../maps/map-canvas.tsx';
import { MapMarker } from '../maps/map-marker.tsx';
import { CarLocationIcon, VanIcon } from '../maps/map-icons.tsx';

type JourneyMapProps = Pick<Tracking, 'destination'> & {
  position: NonNullable<Tracking['position']>;
};

/** Shows the mechanic's van on its way to the car. The headline above it says when the mechanic will arrive. */
export function JourneyMap({ position, destination }: JourneyMapProps) {
  return (
    <MapCanvas
      label="Map of your mechanic's route to you"
      className="h-64"
      fit={destination ? [position, destination] : [position]}
    >
      {destination && (
        <MapMarker position={destination}>
          <CarLocationIcon />
        </MapMarker>
      )}
      <MapMarker position={position} reportedAt={position.at}>
        <VanIcon tone="progress" />
      </MapMarker>
    </MapCanvas>
  );
}
