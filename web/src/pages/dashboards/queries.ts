import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/**
 * The admin's four figures. They hang on appointments, mechanics and payments: the key follows
 * the appointments' live events, and polling catches what the other two change.
 */
export function useStats() {
  return useQuery({
    queryKey: ['appointment', 'stats'],
    queryFn: ({ signal }) => call('getStats', { signal }),
    refetchInterval: 30_000,
  });
}
