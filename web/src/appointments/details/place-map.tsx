import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import type { Position } from '@curbwrench/contract/people/schemas';
import { isDrivable } from '@curbwrench/contract/places/precision';
import { House } from 'lucide-react';
import { MapCanvas } from '../../maps/map-canvas.tsx';
import { MapMarker } from '../../maps/map-marker.tsx';
import { JobMark } from '../../maps/map-marks.tsx';
import { statusStyles } from '../card/status-badge.tsx';

interface PlaceMapProps {
  appointment: Appointment;
  position: Position;
}

/** Shows where an appointment is, in its status's color; dashed if only the surroundings are known. */
export function PlaceMap({ appointment, position }: PlaceMapProps) {
  return (
    <MapCanvas label="Map of the address" className="h-44" fit={[position]}>
      <MapMarker position={position}>
        <JobMark
          tone={statusStyles[appointment.status].tone}
          isApproximate={!isDrivable(appointment.placePrecision)}
        >
          <House className="size-4" />
        </JobMark>
      </MapMarker>
    </MapCanvas>
  );
}
