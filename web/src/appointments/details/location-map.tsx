import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import type { Position } from '@curbwrench/contract/people/schemas';
import { isPrecise } from '@curbwrench/contract/places/precision';
import { House } from 'lucide-react';
import { MapCanvas } from '../../maps/map-canvas.tsx';
import { MapMarker } from '../../maps/map-marker.tsx';
import { JobIcon } from '../../maps/map-icons.tsx';
import { statusStyles } from '../card/status-badge.tsx';

interface LocationMapProps {
  appointment: Appointment;
  position: Position;
}

/** Shows an appointment's location as a marker in its status color, dashed if the location is approximate. */
export function LocationMap({ appointment, position }: LocationMapProps) {
  return (
    <MapCanvas label="Map of the address" className="h-44" fit={[position]}>
      <MapMarker position={position}>
        <JobIcon
          tone={statusStyles[appointment.status].tone}
          isApproximate={!isPrecise(appointment.placePrecision)}
        >
          <House className="size-4" />
        </JobIcon>
      </MapMarker>
    </MapCanvas>
  );
}
