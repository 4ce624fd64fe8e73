import type { LocatedAddress } from '@curbwrench/contract/places/location';
import type { Geocoder } from '../application/geocoder-port.ts';
import type { Context } from '../application/transaction.ts';
import { listCustomerAddresses } from './address-queries.ts';
import { chooseFoundPlace } from './geocoding-rules.ts';
import {
  isFarFromZip,
  geocodeInZipTable,
  readSentPlace,
  type SentLocation,
} from './location-rules.ts';
import { loadZipTable } from './queries.ts';

/** The context for geocoding addresses; without a geocoder, only the table of ZIP codes is used. */
export interface GeocodingContext extends Pick<Context, 'store' | 'business'> {
  readonly geocoder: Geocoder | null;
}

/**
 * Returns the location of an address, from the first of these sources that has it:
 *
 * 1. The client, if what it sent is plausible.
 * 2. This customer's previous booking at the same address, if a house or street was found for it. A pin applies only to
 *    the booking for which it was set.
 * 3. The geocoding service.
 * 4. The table of ZIP codes. A city without a state must be near the business.
 *
 * Don't call this function within a transaction, since it may send a request to the service.
 */
export async function geocodeAddress(
  { store, business, geocoder }: GeocodingContext,
  customerId: string | null,
  location: SentLocation,
): Promise<LocatedAddress> {
  const zipTable = loadZipTable();
  const sentPlace = readSentPlace(zipTable, location);
  if (sentPlace) return sentPlace;
  const { address } = location;
  const pastAddresses =
    customerId === null ? [] : await listCustomerAddresses(store.kysely, customerId);
  const previous = pastAddresses.find(
    (place) =>
      place.address.toLowerCase() === address.toLowerCase() &&
      place.position !== null &&
      (place.precision === 'house' || place.precision === 'street') &&
      !isFarFromZip(zipTable, address, place.position),
  );
  if (previous) return { ...previous, address };
  const tablePlace = geocodeInZipTable(zipTable, address, business.cityCenter);
  const response = await geocoder?.search(address);
  return chooseFoundPlace(zipTable, tablePlace, response?.places ?? [], business.cityCenter);
}
