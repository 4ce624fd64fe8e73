import type { Position } from '@curbwrench/contract/people/schemas';
import { maxMetersFromZip, straightLineMeters } from '@curbwrench/contract/places/distance';
import type { ChosenPlace } from './chosen-place.ts';

/** Returns whether the server will not believe a place: a point that far away is not in the address's ZIP code. */
export function isFarFromZip(place: Position, zipCenter: Position): boolean {
  return straightLineMeters(place, zipCenter) > maxMetersFromZip;
}

/**
 * Returns the sentence above the map of a place: what to do with the pin if only the surroundings are known,
 * also for those who can't use the map.
 */
export function describePinTask(place: ChosenPlace | null, isOwnAddress: boolean): string {
  const car = isOwnAddress ? 'your car' : 'the car';
  switch (place?.precision) {
    case 'zip':
    case 'town': {
      const known = place.precision === 'zip' ? 'ZIP code' : 'town';
      return `We only know the ${known} of this address. Drag the pin to ${car}, or say in the notes where it is.`;
    }
    case undefined:
      return `Drag the pin to ${car}, or press where it is on the map.`;
    case 'pin':
    case 'house':
    case 'street':
      return `Drag the pin if ${car} is somewhere else.`;
  }
}
