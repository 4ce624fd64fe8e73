import { isDispatchRole } from '@curbwrench/contract/people/roles';
import type { LocatedAddress } from '@curbwrench/contract/places/location';
import { maxSuggestions, type PlaceSuggestion } from '@curbwrench/contract/places/schemas';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../application/rules/actor.ts';
import { accepted } from '../application/rules/result.ts';
import { registerCall } from '../http/call.ts';
import type { RouteContext } from '../http/route-context.ts';
import { listCustomerAddresses } from './address-queries.ts';
import { chooseNearby } from './geocoding-rules.ts';
import { locateAddress } from './locate-address.ts';
import { loadPlaces } from './queries.ts';
import { describeByTable, matchesTyped, suggestFromTable } from './suggestion-rules.ts';

/** Shorter texts mean too many places. */
const minLengthForService = 4;

/** Registers the calls that suggest and place addresses and that name points. */
export function placeRoutes(app: FastifyInstance, context: RouteContext): void {
  registerCall(app, context, 'suggestPlaces', async ({ viewer, query: { q, customerId } }) => {
    const ownerId = getAddressOwner(viewer, customerId);
    const stored =
      ownerId === null ? [] : await listCustomerAddresses(context.store.kysely, ownerId);
    const earlier = stored.filter(({ address }) => matchesTyped(address, q));
    const found = isAskedFor(q) ? await context.geocoder?.search(q) : [];
    const ofTable = suggestFromTable(loadPlaces(), q, context.business.cityCentre);
    const suggestions = withoutRepeats([
      ...earlier.map((place) => present(place, 'earlier')),
      ...(found ?? []).map((place) => present(place, 'service')),
      ...ofTable.map((place) => present(place, 'table')),
    ]);
    return accepted({
      suggestions: suggestions.slice(0, maxSuggestions),
      isServiceDown: found === null,
    });
  });

  registerCall(app, context, 'locateAddress', async ({ viewer, query: { q, customerId } }) => {
    const ownerId = getAddressOwner(viewer, customerId);
    const { position, precision } = await locateAddress(context, ownerId, { address: q });
    return accepted({ lat: position?.lat ?? null, lng: position?.lng ?? null, precision });
  });

  registerCall(app, context, 'describePosition', async ({ query: position }) => {
    const found = chooseNearby((await context.geocoder?.describe(position)) ?? [], position);
    const address = found?.address ?? describeByTable(loadPlaces(), position);
    const source = found ? 'service' : 'table';
    return accepted(present({ address, position, precision: 'pin' }, source));
  });

  /** Returns whether a geocoding service is asked for this unfinished text. */
  function isAskedFor(typed: string): boolean {
    return typed.length >= minLengthForService && context.geocoder?.suggestsWhileTyping === true;
  }
}

/** Returns whose earlier addresses a viewer may see: a customer their own, dispatch those of any customer. */
function getAddressOwner(viewer: Actor | null, customerId: string | undefined): string | null {
  if (viewer?.role === 'customer') return viewer.id;
  return viewer && isDispatchRole(viewer.role) ? (customerId ?? null) : null;
}

function present(
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

/** Returns the first of each address, however it is capitalized. */
function withoutRepeats(suggestions: readonly PlaceSuggestion[]): readonly PlaceSuggestion[] {
  const byAddress = new Map<string, PlaceSuggestion>();
  for (const suggestion of suggestions) {
    const key = suggestion.address.toLowerCase();
    if (!byAddress.has(key)) byAddress.set(key, suggestion);
  }
  return [...byAddress.values()];
}
