import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { pollEvery } from '../api/polling.ts';

/**
 * The admin's four figures. They hang on appointments, mechanics and payments: the key follows
 * the appointments' live events, and polling catches what the other two change.
 */
export function useStats() {
  return useQuery({ ...statsQuery, refetchInterval: pollEvery });
}

export const statsQuery = queryOptions({
  queryKey: ['appointment', 'stats'],
  queryFn: ({ signal }) => call('getStats', { signal }),
});
