import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';

const feedsKey = ['calendar-feed'] as const;

/** Reads the viewer's own calendar feeds. */
export function useCalendarFeeds() {
  return useQuery({
    queryKey: feedsKey,
    queryFn: ({ signal }) => call('listCalendarFeeds', { signal }),
    // No live event reports a change in another browser.
    staleTime: 0,
  });
}

/** Creates a feed with one mechanic's jobs, or with all jobs if null; the URL of an existing feed stops working. */
export function useRenewCalendarFeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mechanicId: string | null) => call('createCalendarFeed', { body: { mechanicId } }),
    onSettled: () => client.invalidateQueries({ queryKey: feedsKey }),
  });
}

/** Turns off a feed. */
export function useEndCalendarFeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('endCalendarFeed', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: feedsKey }),
  });
}
