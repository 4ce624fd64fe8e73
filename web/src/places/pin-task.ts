import type { Position } from '@curbwrench/contract/people/schemas';
import { maxMetersFromZip, straightLineMeters } from '@curbwrench/contract/places/distance';
import type { ChosenPlace } from './chosen-place.ts';

/** Returns whether the server will not believe a place: a point that far away is not in the address's ZIP code. */
export function isFarFromZip(place: Position, zipCenter: Position): boolean {
  return straightLineMeters(place, zipCenter) > maxMetersFromZip;
}

/** The map that a pin is put on. */
interface PinMapAbilities {
  /** Whether this browser can draw maps. */
  readonly canDraw: boolean;
  /** False for the schematic map. */
  readonly hasStreets: boolean;
}

/**
 * Returns the sentence above the map of a place: what to do with the pin if only the surroundings are known,
 * also for those who can't use the map. Where no map can be drawn, there is no pin: null if nothing is to do.
 */
export function describePinTask(
  place: ChosenPlace | null,
  isOwnAddress: boolean,
  { canDraw, hasStreets }: PinMapAbilities,
): string | null {
  const car = isOwnAddress ? 'your car' : 'the car';
  if (canDraw && !hasStreets) {
    return `This map has no streets. Drag the pin only if you can tell where ${car} is: we drive to the pin.`;
  }
  switch (place?.precision) {
    case 'zip':
    case 'town': {
      const known = place.precision === 'zip' ? 'ZIP code' : 'town';
      const task = canDraw
        ? `Drag the pin to ${car}, or say in the notes where it is.`
        : `Please say in the notes where ${car} is.`;
      return `We only know the ${known} of this address. ${task}`;
    }
    case undefined:
      if (!canDraw) return null;
      return `Drag the pin to ${car}, or press where it is on the map.`;
    case 'pin':
    case 'house':
    case 'street':
      if (!canDraw) return null;
      return `Drag the pin if ${car} is somewhere else.`;
  }
}
