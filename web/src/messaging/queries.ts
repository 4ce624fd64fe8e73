import type { EndpointInput, EndpointReply } from '@curbwrench/contract/api/endpoint-schemas';
import type { MessageChannel } from '@curbwrench/contract/messaging/kinds';
import type { MessageState } from '@curbwrench/contract/messaging/message-states';
import {
  toMessageTemplateId,
  type MessageTemplateKey,
} from '@curbwrench/contract/messaging/template-keys';
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

const templatesQuery = queryOptions({
  queryKey: ['message-template', 'list'],
  queryFn: ({ signal }) => request('listMessageTemplates', { signal }),
});

/** Reads all message templates. For admins. */
export function useMessageTemplates() {
  return useQuery(templatesQuery);
}

/** Saves a message template, and updates the list. For admins. */
export function useSaveMessageTemplate(key: MessageTemplateKey) {
  const client = useQueryClient();
  const id = toMessageTemplateId(key);
  return useMutation({
    mutationFn: (body: EndpointInput<'saveMessageTemplate', 'body'>) =>
      request('saveMessageTemplate', { params: { id }, body }),
    onSuccess: (saved) =>
      client.setQueryData<EndpointReply<'listMessageTemplates'>>(
        templatesQuery.queryKey,
        (templates) =>
          templates?.map((template) => (toMessageTemplateId(template) === id ? saved : template)),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: templatesQuery.queryKey }),
  });
}

/** Reads the preview of a message from this template; shows the previous preview until it arrives. For admins. */
export function useMessagePreview(
  key: MessageTemplateKey,
  body: EndpointInput<'previewMessageTemplate', 'body'>,
) {
  const id = toMessageTemplateId(key);
  return useQuery({
    queryKey: ['message-template', 'preview', id, body],
    queryFn: ({ signal }) => request('previewMessageTemplate', { params: { id }, body, signal }),
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

/** Reads the message log, newest first, paginated. For the office. */
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
