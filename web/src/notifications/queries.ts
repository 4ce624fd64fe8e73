import type { CallInput } from '@curbwrench/contract/api/call-schemas';
import type { NotificationPreferences } from '@curbwrench/contract/notifications/schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../api/call.ts';
import { usePages } from '../api/pages.ts';

/** All queries of the bell start with this key; a live event invalidates all of them. */
const noun = 'notification';
const preferencesKey = [noun, 'preferences'] as const;

/** Reads the exact unread count; undefined while it is not known. */
export function useUnreadCount(): number | undefined {
  const { data } = useQuery({
    queryKey: [noun, 'count'],
    queryFn: ({ signal }) => call('countNotifications', { signal }),
  });
  return data?.unread;
}

/** Reads notifications, newest first, page by page. */
export function useNotifications() {
  return usePages({
    queryKey: [noun, 'pages'],
    read: (cursor, signal) => callPage('listNotifications', { query: { cursor }, signal }),
    idOf: ({ id }) => id,
  });
}

/** Marks a range of ids as read: those that were shown. */
export function useReadNotifications() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (range: CallInput<'readNotifications', 'body'>) =>
      call('readNotifications', { body: range }),
    onSuccess: () => client.invalidateQueries({ queryKey: [noun, 'count'] }),
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
