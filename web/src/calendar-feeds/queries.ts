import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';

const feedsKey = ['calendar-feed'] as const;

/** Reads the viewer's own calendar feeds. */
export function useCalendarFeeds() {
  return useQuery({
    queryKey: feedsKey,
    queryFn: ({ signal }) => request('listCalendarFeeds', { signal }),
    // No live event reports a change in another browser.
    staleTime: 0,
  });
}

/** Creates a feed with one mechanic's jobs, or with all jobs if null; the URL of an existing feed stops working. */
export function useRenewCalendarFeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mechanicId: string | null) =>
      request('createCalendarFeed', { body: { mechanicId } }),
    onSettled: () => client.invalidateQueries({ queryKey: feedsKey }),
  });
}

/** Turns off a feed. */
export function useEndCalendarFeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => request('endCalendarFeed', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: feedsKey }),
  });
}
