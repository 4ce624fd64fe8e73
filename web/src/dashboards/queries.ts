import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { pollIntervalMs } from '../api/polling.ts';

/**
 * Reads the admin's four stats. They depend on appointments, mechanics and payments: live events about
 * appointments invalidate the query, and polling catches changes to the other two.
 */
export function useStats() {
  return useQuery({ ...statsQuery, refetchInterval: pollIntervalMs });
}

export const statsQuery = queryOptions({
  queryKey: ['appointment', 'stats'],
  queryFn: ({ signal }) => request('getStats', { signal }),
});
