import { isLongEnoughForTextSearch } from '@curbwrench/contract/fields/search-text';
import type { Message } from '@curbwrench/contract/conversations/schemas';
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { request, requestPage } from '../api/request.ts';
import { usePages } from '../api/pages.ts';

/** All queries about conversations start with this key; a live event invalidates all of them. */
const keyPrefix = 'conversation';

const inboxPageSize = 30;
const threadPageSize = 50;

export interface InboxFilters {
  /** Part of a name; '' for everyone. */
  readonly search: string;
  /** Whether to list only conversations with unread messages. */
  readonly isUnreadOnly: boolean;
}

/** Reads the office's inbox, newest first, paginated. */
export function useConversations({ search, isUnreadOnly }: InboxFilters) {
  return usePages({
    queryKey: [keyPrefix, 'inbox', search, isUnreadOnly],
    read: (cursor, signal) =>
      requestPage('listConversations', {
        query: {
          search: isLongEnoughForTextSearch(search) ? search : undefined,
          unread: isUnreadOnly ? 'true' : undefined,
          limit: inboxPageSize,
          cursor,
        },
        signal,
      }),
    idOf: ({ id }) => id,
    placeholderData: keepPreviousData,
  });
}

/** Reads one person's conversation with the office, without its messages. */
export function useConversation(personId: string) {
  return useQuery({
    queryKey: getConversationKey(personId),
    queryFn: ({ signal }) => request('getConversation', { params: { id: personId }, signal }),
  });
}

/** The latest messages of a conversation, oldest first. */
interface LatestMessages {
  readonly messages: readonly Message[];
  /** The cursor for the messages before these, from the first read; null if there are none. */
  readonly earlierCursor: string | null;
}

/**
 * Reads the messages of a conversation, oldest first, as far back as requested. Messages never change, so
 * after a live event only new ones are read, and earlier pages stay as they are.
 */
export function useThread(personId: string) {
  const client = useQueryClient();
  const key = getThreadKey(personId);
  const latest = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readLatest(client, personId, signal),
  });
  const earlierCursor = latest.data?.earlierCursor ?? null;
  const earlier = useInfiniteQuery({
    queryKey: ['earlier messages', personId, earlierCursor],
    queryFn: ({ pageParam, signal }) =>
      requestPage('listMessages', {
        params: { id: personId },
        query: { limit: threadPageSize, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: earlierCursor,
    getNextPageParam: (page) => page.next ?? undefined,
    // These pages are never refetched, so nothing can interrupt a request for one, and `usePages` is not
    // needed.
    enabled: false,
  });
  const pages = earlier.data?.pages ?? [];
  return {
    latest,
    messages: [
      ...pages.flatMap(({ items }) => items).toReversed(),
      ...(latest.data?.messages ?? []),
    ],
    hasEarlier: pages.length === 0 ? earlierCursor !== null : earlier.hasNextPage,
    earlier: {
      isFetching: earlier.isFetching,
      error: earlier.error,
      fetch: () => void earlier.fetchNextPage(),
    },
  };
}

/** Returns a function that sends a message and adds it to the thread. Retrying does not add a duplicate. */
export function useSendMessage(personId: string) {
  const client = useQueryClient();
  return async (message: { readonly clientId: string; readonly text: string }): Promise<void> => {
    const sent = await request('sendMessage', { params: { id: personId }, body: message });
    client.setQueryData<LatestMessages>(
      getThreadKey(personId),
      (cached) => cached && mergeMessages(cached, [sent]),
    );
    // Without live events, nothing else would show the messages that others have sent since.
    void client.invalidateQueries({ queryKey: [keyPrefix] });
  };
}

/** Marks everything up to a message as read by the viewer. */
export function useMarkRead(personId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (number: number) =>
      request('markRead', { params: { id: personId }, body: { number } }),
    onSuccess: () =>
      client.invalidateQueries({
        queryKey: [keyPrefix],
        // Messages don't change when they are read.
        predicate: ({ queryKey }) => queryKey[1] !== 'thread',
      }),
  });
}

function getConversationKey(personId: string) {
  return [keyPrefix, 'one', personId] as const;
}

function getThreadKey(personId: string) {
  return [keyPrefix, 'thread', personId] as const;
}

/** Reads messages from the latest back to the latest cached message; if none are cached, reads a single page. */
async function readLatest(
  client: QueryClient,
  personId: string,
  signal: AbortSignal,
): Promise<LatestMessages> {
  const cached = () => client.getQueryData<LatestMessages>(getThreadKey(personId));
  const lastCachedNumber = cached()?.messages.at(-1)?.number;
  const newMessages: Message[] = [];
  let cursor: string | undefined;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each page says where the next one starts
    const page = await requestPage('listMessages', {
      params: { id: personId },
      query: { limit: threadPageSize, cursor },
      signal,
    });
    newMessages.unshift(...page.items.toReversed());
    const oldest = page.items.at(-1)?.number ?? 0;
    if (lastCachedNumber === undefined) return { messages: newMessages, earlierCursor: page.next };
    if (page.next === null || oldest <= lastCachedNumber + 1) break;
    cursor = page.next;
  }
  // Read the cache again, because a sent message may have been added during the requests.
  const current = cached();
  return current
    ? mergeMessages(current, newMessages)
    : { messages: newMessages, earlierCursor: null };
}

/**
 * Adds messages; one that is already in the list is replaced with its newer version. Messages older than the list's
 * first message are left out, because they belong to earlier pages.
 */
function mergeMessages(
  { messages, earlierCursor }: LatestMessages,
  newMessages: readonly Message[],
): LatestMessages {
  const firstNumber = messages[0]?.number ?? 1;
  const all = new Map([...messages, ...newMessages].map((message) => [message.number, message]));
  return {
    messages: [...all.values()]
      .filter(({ number }) => number >= firstNumber)
      .toSorted((a, b) => a.number - b.number),
    earlierCursor,
  };
}
