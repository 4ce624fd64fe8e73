import type { Position } from '@curbwrench/contract/people/schemas';
import { MapCanvas } from '../maps/map-canvas.tsx';
import { MapPin } from '../maps/map-pin.tsx';
import { circlePoints } from '../maps/map-shapes.ts';

interface PinMapProps {
  /** Where the pin is drawn. */
  position: Position;
  /** Whether the position is only approximate; the map then shows more of the surroundings. */
  isApproximate: boolean;
  /** What the pin marks: "Where your car is". */
  label: string;
  onMove: (position: Position) => void;
}

/** The distance shown around an approximate position. */
const surroundingsMeters = 1_200;

/** Shows a pin on a map. The pin is moved by dragging, with the arrow keys, or by pressing another point. */
export function PinMap({ position, isApproximate, label, onMove }: PinMapProps) {
  return (
    <MapCanvas
      label="Map of the address"
      className="h-64 sm:h-72"
      fit={isApproximate ? circlePoints(position, surroundingsMeters) : [position]}
      onPress={onMove}
    >
      <MapPin position={position} label={label} onMove={onMove} />
    </MapCanvas>
  );
}
