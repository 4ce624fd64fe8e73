import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';

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

/** Reads the address of a position, as far as it is known. Open to everyone. */
export function describePosition(position: { lat: number; lng: number }) {
  return call('describePosition', { query: position });
}
