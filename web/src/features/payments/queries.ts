import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** The newest payments, at most `limit`. */
export function useRecentPayments(limit: number) {
  return useQuery({
    queryKey: ['payment', 'list', limit],
    queryFn: ({ signal }) => call('listPayments', { query: { sort: '-date', limit }, signal }),
  });
}
