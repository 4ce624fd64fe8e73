import type { Position } from '@curbwrench/contract/people/schemas';
import { maxMetersFromZip, straightLineMeters } from '@curbwrench/contract/places/distance';
import type { ChosenPlace } from './chosen-place.ts';

/** Returns whether the server will ignore a place, because it is too far from the address's ZIP code. */
export function isFarFromZip(place: Position, zipCenter: Position): boolean {
  return straightLineMeters(place, zipCenter) > maxMetersFromZip;
}

/** What the map with the pin can show. */
interface PinMapCapabilities {
  /** Whether this browser can draw maps. */
  readonly canDraw: boolean;
  /** False for the schematic map. */
  readonly hasStreets: boolean;
}

/**
 * Returns the instructions above the map. If only the ZIP code or the city is known, they also offer an
 * alternative for people who can't use the map. Where no map can be drawn, they don't mention the pin; null if
 * nothing is left to say.
 */
export function getPinInstructions(
  place: ChosenPlace | null,
  isOwnAddress: boolean,
  { canDraw, hasStreets }: PinMapCapabilities,
): string | null {
  const car = isOwnAddress ? 'your car' : 'the car';
  if (canDraw && !hasStreets) {
    return `This map doesn't show streets. Drag the pin only if you can tell where ${car} is. We'll drive to the pin.`;
  }
  switch (place?.precision) {
    case 'zip':
    case 'town': {
      const known = place.precision === 'zip' ? 'ZIP code' : 'city';
      const task = canDraw
        ? `Drag the pin to ${car}, or describe its location in the notes.`
        : `Please describe the location of ${car} in the notes.`;
      return `We could only find the ${known} of this address. ${task}`;
    }
    case undefined:
      if (!canDraw) return null;
      return `Drag the pin to ${car}, or select its location on the map.`;
    case 'pin':
    case 'house':
    case 'street':
      if (!canDraw) return null;
      return `Drag the pin if ${car} is somewhere else.`;
  }
}
