import type { Position } from '@curbwrench/contract/people/schemas';
import type { LocatedAddress } from '@curbwrench/contract/places/location';
import { locateInTable, readSentPlace, type SentLocation } from './location-rules.ts';
import { loadPlaces } from './queries.ts';

/**
 * Returns where an address is: as the client sent it, if that is to be believed; otherwise by its text, from
 * the table of ZIP codes. `business` is where a town without a state is looked for.
 */
export function locateAddress(location: SentLocation, business: Position): LocatedAddress {
  const table = loadPlaces();
  return readSentPlace(table, location) ?? locateInTable(table, location.address, business);
}
