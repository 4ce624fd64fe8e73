import { queryOptions } from '@tanstack/react-query';
import { request } from '../api/request.ts';

/** Reads the base map, which is drawn under the markers. Changes only when the server restarts. No sign-in required. */
export const baseMapQuery = queryOptions({
  queryKey: ['base-map'],
  queryFn: ({ signal }) => request('getBaseMap', { signal }),
  staleTime: Infinity,
});
