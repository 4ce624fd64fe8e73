import { findZip } from '@curbwrench/contract/service-areas/find-zip';
import type { AreaPlace } from '../service-areas/queries.ts';
import type { BookingValues } from './booking-form-values.ts';

/** Returns what is known about the address's location: its coordinates, its ZIP code, both, or null. */
export function getAreaPlace({
  location,
  place,
}: Pick<BookingValues, 'location' | 'place'>): AreaPlace | null {
  const zip = findZip(location);
  return zip === null ? place : { ...place, zip };
}
