import { isOfficeRole } from '@curbwrench/contract/people/roles';
import type { LocatedAddress } from '@curbwrench/contract/places/location';
import { maxSuggestions, type PlaceSuggestion } from '@curbwrench/contract/places/schemas';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../application/rules/actor.ts';
import { accepted } from '../application/rules/result.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';
import { listCustomerAddresses } from './address-queries.ts';
import { chooseNearby } from './geocoding-rules.ts';
import { geocodeAddress } from './geocode-address.ts';
import { loadZipTable } from './queries.ts';
import { reverseGeocodeInZipTable, matchesInput, suggestFromZipTable } from './suggestion-rules.ts';

/** Shorter input is not sent to the geocoding service, since it matches too many places. */
const minLengthForService = 4;

/** Registers the place routes: suggest addresses, geocode an address, and reverse geocode a position. */
export function placeRoutes(app: FastifyInstance, context: RouteContext): void {
  registerEndpoint(app, context, 'suggestPlaces', async ({ viewer, query: { q, customerId } }) => {
    const ownerId = getAddressOwner(viewer, customerId);
    const storedAddresses =
      ownerId === null ? [] : await listCustomerAddresses(context.store.kysely, ownerId);
    const pastAddresses = storedAddresses.filter(({ address }) => matchesInput(address, q));
    const response = shouldQueryService(q) ? await context.geocoder?.suggest(q) : undefined;
    const fromZipTable = suggestFromZipTable(loadZipTable(), q, context.business.cityCenter).map(
      (place) => presentPlace(place, 'table'),
    );
    const others = [
      ...pastAddresses.map((place) => presentPlace(place, 'earlier')),
      ...(response?.places ?? []).map((place) => presentPlace(place, 'service')),
    ];
    // If a ZIP code was typed, its place is an exact match and comes first.
    const all = isZip(q) ? [...fromZipTable, ...others] : [...others, ...fromZipTable];
    return accepted({
      suggestions: removeDuplicates(all).slice(0, maxSuggestions),
      isServiceDown: response?.isDown ?? false,
    });
  });

  registerEndpoint(app, context, 'locateAddress', async ({ viewer, query: { q, customerId } }) => {
    const ownerId = getAddressOwner(viewer, customerId);
    const { position, precision } = await geocodeAddress(context, ownerId, { address: q });
    return accepted({ lat: position?.lat ?? null, lng: position?.lng ?? null, precision });
  });

  registerEndpoint(app, context, 'reverseGeocode', async ({ query: position }) => {
    const response = await context.geocoder?.reverseGeocode(position);
    const found = chooseNearby(response?.places ?? [], position);
    const address = found?.address ?? reverseGeocodeInZipTable(loadZipTable(), position);
    const source = found ? 'service' : 'table';
    return accepted(presentPlace({ address, position, precision: 'pin' }, source));
  });

  /** Returns whether to query the geocoding service for this partial input. */
  function shouldQueryService(input: string): boolean {
    return (
      input.length >= minLengthForService &&
      !isZip(input) &&
      context.geocoder?.suggestsWhileTyping === true
    );
  }
}

function isZip(input: string): boolean {
  return /^\d{5}$/.test(input);
}

/**
 * Returns the id of the customer whose addresses from past bookings this viewer may see, or null. Customers see their
 * own addresses, and the office sees those of the requested customer.
 */
function getAddressOwner(viewer: Actor | null, customerId: string | undefined): string | null {
  if (viewer?.role === 'customer') return viewer.id;
  return viewer && isOfficeRole(viewer.role) ? (customerId ?? null) : null;
}

function presentPlace(
  { address, position, precision }: LocatedAddress,
  source: PlaceSuggestion['source'],
): PlaceSuggestion {
  return {
    address,
    lat: position?.lat ?? null,
    lng: position?.lng ?? null,
    precision,
    source,
  };
}

/** Returns the first suggestion for each address, ignoring case. */
function removeDuplicates(suggestions: readonly PlaceSuggestion[]): readonly PlaceSuggestion[] {
  const byAddress = new Map<string, PlaceSuggestion>();
  for (const suggestion of suggestions) {
    const key = suggestion.address.toLowerCase();
    if (!byAddress.has(key)) byAddress.set(key, suggestion);
  }
  return [...byAddress.values()];
}
