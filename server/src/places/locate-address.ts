import type { LocatedAddress } from '@curbwrench/contract/places/location';
import { locateInTable, readSentPlace, type SentLocation } from './location-rules.ts';
import { loadPlaces } from './queries.ts';

/**
 * Returns where an address is: as the client sent it, if that is to be believed; otherwise by its text, from
 * the table of ZIP codes.
 */
export function locateAddress(location: SentLocation): LocatedAddress {
  const table = loadPlaces();
  return readSentPlace(table, location) ?? locateInTable(table, location.address);
}
