import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Reads the exact unread counts. Separate from the other queries, because every page shows them. */
export function useUnread() {
  return useQuery({
    queryKey: ['conversation', 'counts'],
    queryFn: ({ signal }) => call('countUnread', { signal }),
  });
}
