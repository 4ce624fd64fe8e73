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
    const found = isAskedFor(q) ? await context.geocoder?.suggest(q) : undefined;
    const ofTable = suggestFromTable(loadPlaces(), q, context.business.cityCentre).map((place) =>
      present(place, 'table'),
    );
    const others = [
      ...earlier.map((place) => present(place, 'earlier')),
      ...(found?.places ?? []).map((place) => present(place, 'service')),
    ];
    // The place of a ZIP code is certain, so nothing may crowd it out.
    const all = isZip(q) ? [...ofTable, ...others] : [...others, ...ofTable];
    return accepted({
      suggestions: withoutRepeats(all).slice(0, maxSuggestions),
      isServiceDown: found?.isDown ?? false,
    });
  });

  registerCall(app, context, 'locateAddress', async ({ viewer, query: { q, customerId } }) => {
    const ownerId = getAddressOwner(viewer, customerId);
    const { position, precision } = await locateAddress(context, ownerId, { address: q });
    return accepted({ lat: position?.lat ?? null, lng: position?.lng ?? null, precision });
  });

  registerCall(app, context, 'describePosition', async ({ query: position }) => {
    const answer = await context.geocoder?.describe(position);
    const found = chooseNearby(answer?.places ?? [], position);
    const address = found?.address ?? describeByTable(loadPlaces(), position);
    const source = found ? 'service' : 'table';
    return accepted(present({ address, position, precision: 'pin' }, source));
  });

  /** Returns whether a geocoding service is asked for this unfinished text. */
  function isAskedFor(typed: string): boolean {
    return (
      typed.length >= minLengthForService &&
      !isZip(typed) &&
      context.geocoder?.suggestsWhileTyping === true
    );
  }
}

function isZip(typed: string): boolean {
  return /^\d{5}$/.test(typed);
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
