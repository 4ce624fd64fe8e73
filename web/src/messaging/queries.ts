import type { EndpointInput, EndpointReply } from '@curbwrench/contract/api/endpoint-schemas';
import type { MessageChannel } from '@curbwrench/contract/messaging/kinds';
import type { MessageState } from '@curbwrench/contract/messaging/message-states';
import { toMessageTextId, type MessageTextKey } from '@curbwrench/contract/messaging/template-keys';
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { request, requestPage } from '../api/request.ts';
import { usePages } from '../api/pages.ts';
import { pollIntervalMs } from '../api/polling.ts';

const textsQuery = queryOptions({
  queryKey: ['message-text', 'list'],
  queryFn: ({ signal }) => request('listMessageTexts', { signal }),
});

/** Reads the wording of all messages. For admins. */
export function useMessageTexts() {
  return useQuery(textsQuery);
}

/** Saves the wording of one message, and updates the list. For admins. */
export function useSaveMessageText(key: MessageTextKey) {
  const client = useQueryClient();
  const id = toMessageTextId(key);
  return useMutation({
    mutationFn: (body: EndpointInput<'saveMessageText', 'body'>) =>
      request('saveMessageText', { params: { id }, body }),
    onSuccess: (saved) =>
      client.setQueryData<EndpointReply<'listMessageTexts'>>(textsQuery.queryKey, (texts) =>
        texts?.map((text) => (toMessageTextId(text) === id ? saved : text)),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: textsQuery.queryKey }),
  });
}

/** Reads the preview of a message with this wording; the previous preview stays until it arrives. For admins. */
export function useMessagePreview(
  key: MessageTextKey,
  body: EndpointInput<'previewMessageText', 'body'>,
) {
  const id = toMessageTextId(key);
  return useQuery({
    queryKey: ['message-text', 'preview', id, body],
    queryFn: ({ signal }) => request('previewMessageText', { params: { id }, body, signal }),
    placeholderData: keepPreviousData,
    retry: false,
    // Each edit has its own preview, which is not worth caching.
    gcTime: 0,
  });
}

/** Reads which channels are set up. */
export function useMessageChannels() {
  return useQuery({
    queryKey: ['message-channels'],
    queryFn: ({ signal }) => request('getMessageChannels', { signal }),
  });
}

const pageSize = 25;

export interface MessageLogFilters {
  readonly state?: MessageState | undefined;
  readonly channel?: MessageChannel | undefined;
  readonly appointmentId?: number | undefined;
}

/** Reads the message log, newest first, paginated. For dispatch. */
export function useMessageLog(filters: MessageLogFilters) {
  return usePages({
    queryKey: ['message-log', filters],
    read: (cursor, signal) =>
      requestPage('listMessageLog', { query: { ...filters, limit: pageSize, cursor }, signal }),
    idOf: ({ id }) => id,
    // No live event announces that a message was sent.
    staleTime: 0,
    refetchInterval: pollIntervalMs,
  });
}
