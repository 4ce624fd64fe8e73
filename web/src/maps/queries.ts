import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Reads the base map, which is drawn under the markers. Changes only when the server restarts. No sign-in required. */
export const baseMapQuery = queryOptions({
  queryKey: ['base-map'],
  queryFn: ({ signal }) => call('getBaseMap', { signal }),
  staleTime: Infinity,
});
