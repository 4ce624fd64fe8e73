import type { CallInput } from '@curbwrench/contract/call-schemas';
import type { NotificationPreferences } from '@curbwrench/contract/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../api/call.ts';
import { usePages } from '../api/pages.ts';

/** Everything about the bell stands under this key; a live event invalidates all of it. */
const noun = 'notification';
const preferencesKey = [noun, 'preferences'] as const;

/** How many the reader has not read, exactly; undefined while it is not known. */
export function useUnreadCount(): number | undefined {
  const { data } = useQuery({
    queryKey: [noun, 'count'],
    queryFn: ({ signal }) => call('countNotifications', { signal }),
  });
  return data?.unread;
}

/** What happened, newest first, page by page. */
export function useNotifications() {
  return usePages({
    queryKey: [noun, 'pages'],
    read: (cursor, signal) => callPage('listNotifications', { query: { cursor }, signal }),
    idOf: ({ id }) => id,
  });
}

/** Marks a stretch of them as read: those that were shown. */
export function useReadNotifications() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (shown: CallInput<'readNotifications', 'body'>) =>
      call('readNotifications', { body: shown }),
    onSuccess: () => client.invalidateQueries({ queryKey: [noun, 'count'] }),
  });
}

/** What the reader wants to be sent. */
export function usePreferences() {
  return useQuery({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => call('getNotificationPreferences', { signal }),
  });
}

/** Keeps it. */
export function useSavePreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: NotificationPreferences) =>
      call('saveNotificationPreferences', { body: wanted }),
    onSuccess: (kept) => client.setQueryData(preferencesKey, kept),
  });
}
