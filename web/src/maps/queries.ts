import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Reads what is drawn under the markers. Only a restart of the server changes it. Open to everyone. */
export const baseMapQuery = queryOptions({
  queryKey: ['base-map'],
  queryFn: ({ signal }) => call('getBaseMap', { signal }),
  staleTime: Infinity,
});
