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
 * Returns the place of an address, from the first of these sources that has it: the client, if plausible; an earlier
 * booking of this customer at the same address, if it found the house or street (a pin applies only to the booking that
 * it was set for); the geocoding service; or the table of ZIP codes, in which a town without a state must be near the
 * business. Don't call it within a transaction, since it may send a request to the service.
 */
export async function geocodeAddress(
  { store, business, geocoder }: GeocodingContext,
  customerId: string | null,
  location: SentLocation,
): Promise<LocatedAddress> {
  const zipTable = loadZipTable();
  const sent = readSentPlace(zipTable, location);
  if (sent) return sent;
  const { address } = location;
  const stored = customerId === null ? [] : await listCustomerAddresses(store.kysely, customerId);
  const earlier = stored.find(
    (place) =>
      place.address.toLowerCase() === address.toLowerCase() &&
      place.position !== null &&
      (place.precision === 'house' || place.precision === 'street') &&
      !isFarFromZip(zipTable, address, place.position),
  );
  if (earlier) return { ...earlier, address };
  const inZipTable = geocodeInZipTable(zipTable, address, business.cityCenter);
  const found = await geocoder?.search(address);
  return chooseFoundPlace(zipTable, inZipTable, found?.places ?? [], business.cityCenter);
}
