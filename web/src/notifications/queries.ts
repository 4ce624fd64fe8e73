import type { EndpointInput } from '@curbwrench/contract/api/endpoint-schemas';
import type { NotificationPreferences } from '@curbwrench/contract/notifications/schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request, requestPage } from '../api/request.ts';
import { usePages } from '../api/pages.ts';

/** The keys of all the bell's queries start with this; a live event invalidates all of them. */
const keyPrefix = 'notification';
const preferencesKey = [keyPrefix, 'preferences'] as const;

/** Reads the exact unread count; undefined until it is loaded. */
export function useUnreadCount(): number | undefined {
  const { data } = useQuery({
    queryKey: [keyPrefix, 'count'],
    queryFn: ({ signal }) => request('countNotifications', { signal }),
  });
  return data?.unread;
}

/** Reads notifications, newest first, paginated. */
export function useNotifications() {
  return usePages({
    queryKey: [keyPrefix, 'pages'],
    read: (cursor, signal) => requestPage('listNotifications', { query: { cursor }, signal }),
    idOf: ({ id }) => id,
  });
}

/** Marks a range of notification ids as read. */
export function useMarkNotificationsRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (range: EndpointInput<'markNotificationsRead', 'body'>) =>
      request('markNotificationsRead', { body: range }),
    onSuccess: () => client.invalidateQueries({ queryKey: [keyPrefix, 'count'] }),
  });
}

/** Reads the viewer's notification preferences. */
export function usePreferences() {
  return useQuery({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => request('getNotificationPreferences', { signal }),
  });
}

/** Saves the viewer's notification preferences. */
export function useSavePreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (preferences: NotificationPreferences) =>
      request('saveNotificationPreferences', { body: preferences }),
    onSuccess: (saved) => client.setQueryData(preferencesKey, saved),
  });
}
