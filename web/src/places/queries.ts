import type { Position } from '@curbwrench/contract/people/schemas';
import type { SuggestPlacesReply } from '@curbwrench/contract/places/schemas';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { getLocatedPlace, getSuggestedPlace, type ChosenPlace } from './chosen-place.ts';

const minTextLength = 3;

const noSuggestions: SuggestPlacesReply = { suggestions: [], isServiceDown: false };

/**
 * Reads suggestions for a typed address: the customer's previous addresses if the text is empty, nothing for
 * one or two characters. Reads nothing while `enabled` is false. No sign-in required.
 */
export function usePlaceSuggestions(
  text: string,
  customerId: string | undefined,
  enabled: boolean,
): SuggestPlacesReply {
  const isEnabled = enabled && (text === '' || text.length >= minTextLength);
  const { data } = useQuery({
    ...suggestionsQuery(text, customerId),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return noSuggestions;
  // When the field loses focus, the list closes, but the message below the field stays.
  return isEnabled ? data : { ...data, suggestions: [] };
}

function suggestionsQuery(text: string, customerId: string | undefined) {
  return queryOptions({
    queryKey: ['place', 'suggestions', customerId ?? null, text],
    queryFn: ({ signal }) => request('suggestPlaces', { query: { q: text, customerId }, signal }),
  });
}

/** The query for the viewer's own previous addresses, most recently used first. */
export const previousAddressesQuery = suggestionsQuery('', undefined);

/**
 * Returns a function that locates a typed address as a booking would. The result is null if nothing more precise than
 * the ZIP code is known, or if the request fails.
 */
export function useLocateAddress(customerId: string | undefined) {
  const client = useQueryClient();
  return async (address: string): Promise<ChosenPlace | null> => {
    const reply = await client
      .query({
        queryKey: ['place', 'at', customerId, address],
        queryFn: ({ signal }) =>
          request('locateAddress', { query: { q: address, customerId }, signal }),
        staleTime: 60_000,
      })
      .catch(() => null);
    return reply && getLocatedPlace(reply);
  };
}

/** Reads the center of a ZIP code; disabled if `zip` is null. No sign-in required. */
export function useZipCenter(zip: string | null): Position | null {
  const { data } = useQuery({
    queryKey: ['place', 'zip', zip],
    queryFn: ({ signal }) => request('suggestPlaces', { query: { q: zip ?? '' }, signal }),
    enabled: zip !== null,
  });
  const center = data?.suggestions.find(
    ({ source, precision }) => source === 'table' && precision === 'zip',
  );
  return center ? getSuggestedPlace(center) : null;
}

/** Reads the address of a position (reverse geocoding), as precisely as it is known. No sign-in required. */
export function reverseGeocode(position: Position) {
  return request('reverseGeocode', { query: position });
}
