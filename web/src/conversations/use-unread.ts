import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Reads the exact unread counts. This has its own file, because every page needs it, but not the other queries. */
export function useUnread() {
  return useQuery({
    queryKey: ['conversation', 'counts'],
    queryFn: ({ signal }) => call('countUnread', { signal }),
  });
}
