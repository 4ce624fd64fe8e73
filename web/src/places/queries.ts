import type { Position } from '@curbwrench/contract/people/schemas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { getSuggestedPlace } from './chosen-place.ts';

const shortestText = 3;

/**
 * Reads addresses to choose for a typed text: earlier ones of the customer for no text, nothing for one or
 * two characters. Reads nothing while `enabled` is false. Open to everyone.
 */
export function usePlaceSuggestions(
  text: string,
  customerId: string | undefined,
  enabled: boolean,
) {
  const isAsked = enabled && (text === '' || text.length >= shortestText);
  const { data } = useQuery({
    queryKey: ['place', 'suggestions', customerId, text],
    queryFn: ({ signal }) => call('suggestPlaces', { query: { q: text, customerId }, signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return isAsked && data !== undefined ? data : [];
}

/** Reads the center of a ZIP code; reads nothing for null. Open to everyone. */
export function useZipCenter(zip: string | null): Position | null {
  const { data = [] } = useQuery({
    queryKey: ['place', 'zip', zip],
    queryFn: ({ signal }) => call('suggestPlaces', { query: { q: zip ?? '' }, signal }),
    enabled: zip !== null,
  });
  const center = data.find(({ source, precision }) => source === 'table' && precision === 'zip');
  return center ? getSuggestedPlace(center) : null;
}

/** Reads the address of a position, as far as it is known. Open to everyone. */
export function describePosition(position: Position) {
  return call('describePosition', { query: position });
}
