import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { readCoordinates } from '@curbwrench/contract/places/location';
import { isDrivable } from '@curbwrench/contract/places/precision';

/** Says in words, after the address, what a missing mark or a dashed outline says on the map. */
export function getPlaceNote({
  location,
  placePrecision,
}: Pick<Appointment, 'location' | 'placePrecision'>): string {
  if (!readCoordinates(location)) return ' (not on the map)';
  return isDrivable(placePrecision) ? '' : ' (only the area is known)';
}
