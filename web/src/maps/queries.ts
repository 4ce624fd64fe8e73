import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Reads the base map, which is drawn under the markers. It changes only when the server restarts. Open to everyone. */
export const baseMapQuery = queryOptions({
  queryKey: ['base-map'],
  queryFn: ({ signal }) => call('getBaseMap', { signal }),
  staleTime: Infinity,
});
