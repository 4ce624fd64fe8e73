import type { LocatedAddress } from '@curbwrench/contract/places/location';
import type { Geocoder } from '../application/geocoder-port.ts';
import type { Context } from '../application/transaction.ts';
import { listCustomerAddresses } from './address-queries.ts';
import { chooseFoundPlace } from './geocoding-rules.ts';
import { isFarFromZip, locateInTable, readSentPlace, type SentLocation } from './location-rules.ts';
import { loadPlaces } from './queries.ts';

/** What is needed to place addresses; without a geocoder only the table of ZIP codes is. */
export interface LocatingContext extends Pick<Context, 'store' | 'business'> {
  readonly geocoder: Geocoder | null;
}

/**
 * Returns where an address is: as the client sent it, if that is to be believed; at the house or street of an
 * earlier booking of this customer at the same address (a pin is not: it was set for that booking); as a
 * geocoding service finds it; or as the table of ZIP codes has it, around the business if there is no state. It
 * may ask the service, so never within a transaction.
 */
export async function locateAddress(
  { store, business, geocoder }: LocatingContext,
  customerId: string | null,
  location: SentLocation,
): Promise<LocatedAddress> {
  const table = loadPlaces();
  const sent = readSentPlace(table, location);
  if (sent) return sent;
  const { address } = location;
  const stored = customerId === null ? [] : await listCustomerAddresses(store.kysely, customerId);
  const earlier = stored.find(
    (place) =>
      place.address.toLowerCase() === address.toLowerCase() &&
      place.position !== null &&
      (place.precision === 'house' || place.precision === 'street') &&
      !isFarFromZip(table, address, place.position),
  );
  if (earlier) return { ...earlier, address };
  const inTable = locateInTable(table, address, business.cityCentre);
  const found = await geocoder?.search(address);
  return chooseFoundPlace(table, inTable, found?.places ?? [], business.cityCentre);
}
