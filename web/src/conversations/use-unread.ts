import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Reads the exact unread counts. In its own file, because every page shows them. */
export function useUnread() {
  return useQuery({
    queryKey: ['conversation', 'counts'],
    queryFn: ({ signal }) => call('countUnread', { signal }),
  });
}
