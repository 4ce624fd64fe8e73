import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** What waits to be read, exact. Apart from the other queries: every page shows it. */
export function useUnread() {
  return useQuery({
    queryKey: ['conversation', 'counts'],
    queryFn: ({ signal }) => call('countUnread', { signal }),
  });
}
