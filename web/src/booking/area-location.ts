import { findZip } from '@curbwrench/contract/service-areas/find-zip';
import type { AreaLocation } from '../service-areas/queries.ts';
import type { BookingValues } from './booking-form-values.ts';

/** Returns the address's coordinates, its ZIP code, or both, as far as they are known; null if neither is. */
export function getAreaLocation({
  location,
  place,
}: Pick<BookingValues, 'location' | 'place'>): AreaLocation | null {
  const zip = findZip(location);
  return zip === null ? place : { ...place, zip };
}
