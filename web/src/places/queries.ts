import type { Position } from '@curbwrench/contract/people/schemas';
import type { SuggestPlacesReply } from '@curbwrench/contract/places/schemas';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { getLocatedPlace, getSuggestedPlace, type ChosenPlace } from './chosen-place.ts';

const shortestText = 3;

const noSuggestions: SuggestPlacesReply = { suggestions: [], isServiceDown: false };

/**
 * Reads addresses to choose for a typed text: earlier ones of the customer for no text, nothing for one or
 * two characters. Reads nothing while `enabled` is false. Open to everyone.
 */
export function usePlaceSuggestions(
  text: string,
  customerId: string | undefined,
  enabled: boolean,
): SuggestPlacesReply {
  const isAsked = enabled && (text === '' || text.length >= shortestText);
  const { data } = useQuery({
    queryKey: ['place', 'suggestions', customerId, text],
    queryFn: ({ signal }) => call('suggestPlaces', { query: { q: text, customerId }, signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return noSuggestions;
  // The list closes with its field, but what is said below the field does not move then.
  return isAsked ? data : { ...data, suggestions: [] };
}

/**
 * Returns a function that reads where a booking would place a typed address, as far as that is known better than
 * by its ZIP code; null if it is not, or if the answer does not come.
 */
export function useLocateAddress(customerId: string | undefined) {
  const client = useQueryClient();
  return async (address: string): Promise<ChosenPlace | null> => {
    const reply = await client
      .query({
        queryKey: ['place', 'at', customerId, address],
        queryFn: ({ signal }) =>
          call('locateAddress', { query: { q: address, customerId }, signal }),
        staleTime: 60_000,
      })
      .catch(() => null);
    return reply && getLocatedPlace(reply);
  };
}

/** Reads the center of a ZIP code; reads nothing for null. Open to everyone. */
export function useZipCenter(zip: string | null): Position | null {
  const { data } = useQuery({
    queryKey: ['place', 'zip', zip],
    queryFn: ({ signal }) => call('suggestPlaces', { query: { q: zip ?? '' }, signal }),
    enabled: zip !== null,
  });
  const center = data?.suggestions.find(
    ({ source, precision }) => source === 'table' && precision === 'zip',
  );
  return center ? getSuggestedPlace(center) : null;
}

/** Reads the address of a position, as far as it is known. Open to everyone. */
export function describePosition(position: Position) {
  return call('describePosition', { query: position });
}
