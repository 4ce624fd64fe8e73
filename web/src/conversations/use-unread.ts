import { useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';

/** Reads the exact unread counts. It is in its own file because every page needs it, but not the other queries. */
export function useUnread() {
  return useQuery({
    queryKey: ['conversation', 'counts'],
    queryFn: ({ signal }) => request('countUnread', { signal }),
  });
}
