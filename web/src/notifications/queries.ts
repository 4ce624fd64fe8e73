import type { CallInput } from '@curbwrench/contract/api/call-schemas';
import type { NotificationPreferences } from '@curbwrench/contract/notifications/schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../api/call.ts';
import { usePages } from '../api/pages.ts';

/** The keys of all the bell's queries start with this; a live event invalidates all of them. */
const keyPrefix = 'notification';
const preferencesKey = [keyPrefix, 'preferences'] as const;

/** Reads the exact unread count; undefined until it is loaded. */
export function useUnreadCount(): number | undefined {
  const { data } = useQuery({
    queryKey: [keyPrefix, 'count'],
    queryFn: ({ signal }) => call('countNotifications', { signal }),
  });
  return data?.unread;
}

/** Reads notifications, newest first, paginated. */
export function useNotifications() {
  return usePages({
    queryKey: [keyPrefix, 'pages'],
    read: (cursor, signal) => callPage('listNotifications', { query: { cursor }, signal }),
    idOf: ({ id }) => id,
  });
}

/** Marks a range of notification ids as read. */
export function useMarkNotificationsRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (range: CallInput<'markNotificationsRead', 'body'>) =>
      call('markNotificationsRead', { body: range }),
    onSuccess: () => client.invalidateQueries({ queryKey: [keyPrefix, 'count'] }),
  });
}

/** Reads the viewer's notification preferences. */
export function usePreferences() {
  return useQuery({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => call('getNotificationPreferences', { signal }),
  });
}

/** Saves the viewer's notification preferences. */
export function useSavePreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (preferences: NotificationPreferences) =>
      call('saveNotificationPreferences', { body: preferences }),
    onSuccess: (saved) => client.setQueryData(preferencesKey, saved),
  });
}
