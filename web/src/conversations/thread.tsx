import { displayDayHeading } from '@curbwrench/contract/fields/calendar';
import type { Conversation } from '@curbwrench/contract/conversations/schemas';
import { ArrowDown, MessagesSquare } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { useToday } from '../business/today.ts';
import { useMessageChannels } from '../messaging/queries.ts';
import { useSignedInUser } from '../session/queries.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Composer } from './composer.tsx';
import { EarlierMessages } from './earlier-messages.tsx';
import { MessageBubble, UnsentBubble } from './message-bubble.tsx';
import { useMarkRead, useThread } from './queries.ts';
import { threadItems } from './thread-items.ts';
import { useThreadScroll } from './use-thread-scroll.ts';
import { useUnsentMessages } from './use-unsent-messages.ts';

interface ThreadProps {
  conversation: Conversation;
  /** The recipient, such as 'the office' or 'Casey Morgan'. */
  to: string;
  /** What is shown while there are no messages. */
  emptyText: ReactNode;
  /** Whether to focus the message box immediately. */
  shouldFocus?: boolean;
}

/** Renders the messages of one conversation and the message box; fills the available height. */
export function Thread(props: ThreadProps) {
  const thread = useThread(props.conversation.id);
  return (
    <Loaded
      query={thread.latest}
      skeleton={<ThreadSkeleton />}
      failure="We couldn't load the messages."
      getCause={getErrorMessage}
    >
      {() => <LoadedThread {...props} thread={thread} />}
    </Loaded>
  );
}

function LoadedThread({
  conversation,
  to,
  emptyText,
  shouldFocus = false,
  thread,
}: ThreadProps & { thread: ReturnType<typeof useThread> }) {
  const user = useSignedInUser();
  const { timeZone } = useBusiness();
  const unsent = useUnsentMessages(conversation.id);
  const side = user.id === conversation.id ? 'person' : 'office';
  // The last message read when the viewer opened the thread: the separator stays there.
  const [readUpTo] = useState(conversation.readUpTo);
  const { messages } = thread;
  const lastNumber = messages.at(-1)?.number;
  // A message may appear in the thread before the response to the request that sent it arrives.
  const arrivedIds = new Set(messages.map(({ clientId }) => clientId));
  const unsentMessages = unsent.messages.filter(({ clientId }) => !arrivedIds.has(clientId));
  const { messages: queuedMessages, discard } = unsent;
  useEffect(() => {
    for (const { clientId } of queuedMessages) {
      if (messages.some((message) => message.clientId === clientId)) discard(clientId);
    }
  });
  const ownMessageCount = messages.filter(({ isOwn }) => isOwn).length + unsentMessages.length;
  const { scroller, isAtEnd, scrollToEnd, onScroll } = useThreadScroll({
    firstNumber: messages[0]?.number,
    lastNumber,
    ownMessageCount,
  });
  const hasUnread = useMarkReadAtEnd(conversation, lastNumber, isAtEnd);

  return (
    <>
      <div className="relative min-h-0 flex-1">
        <div
          ref={scroller}
          onScroll={onScroll}
          role="log"
          aria-label={`Messages with ${to}`}
          // Focusable, so that the arrow keys can scroll it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="h-full overflow-y-auto overscroll-contain px-3 py-3 [overflow-anchor:none] focus-visible:-outline-offset-4 sm:px-5 lg:pb-16"
        >
          {thread.hasEarlier && <EarlierMessages scroller={scroller} {...earlierProps(thread)} />}
          {lastNumber === undefined && unsentMessages.length === 0 && (
            <EmptyState icon={<MessagesSquare aria-hidden />}>{emptyText}</EmptyState>
          )}
          <ThreadMessages items={threadItems(messages, timeZone, side, readUpTo)} />
          {unsentMessages.map((message) => (
            <UnsentBubble
              key={message.clientId}
              message={message}
              onRetry={() => unsent.retry(message.clientId)}
              onDiscard={() => unsent.discard(message.clientId)}
            />
          ))}
        </div>
        {!isAtEnd && hasUnread && (
          <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
            <Button
              size="sm"
              className="pointer-events-auto animate-rise-in rounded-full shadow-lift"
              icon={<ArrowDown className="size-4" aria-hidden />}
              onClick={scrollToEnd}
            >
              New messages
            </Button>
          </div>
        )}
      </div>
      {conversation.canReceive ? (
        <>
          <ReplyNotice channels={conversation.replyChannels} />
          <Composer
            key={conversation.id}
            draftKey={`${user.id} ${conversation.id}`}
            to={to}
            shouldFocus={shouldFocus}
            onSend={unsent.send}
          />
        </>
      ) : (
        <p className="border-t border-line bg-sheet px-4 py-4 text-center text-sm text-ink-soft">
          This person can't log in, so they won't see your message.
        </p>
      )}
    </>
  );
}

/** Explains how messages reach a person without an account; renders nothing for others. */
function ReplyNotice({ channels }: { channels: Conversation['replyChannels'] }) {
  const configuredChannels = useMessageChannels().data;
  if (channels.length === 0) return null;
  const names = channels.map((channel) => (channel === 'email' ? 'email' : 'text'));
  const isUndeliverable =
    configuredChannels !== undefined && channels.every((channel) => !configuredChannels[channel]);
  return (
    <p className="border-t border-line bg-sheet px-4 pt-3 text-sm text-ink-soft">
      {isUndeliverable
        ? `This customer has no account, and we can't reach them by ${names.join(' or ')} yet. Your message will be saved but not delivered. Please call them.`
        : `This customer has no account. We'll send your message by ${names.join(' and ')}.`}
    </p>
  );
}

function earlierProps({ earlier }: ReturnType<typeof useThread>) {
  return { isFetching: earlier.isFetching, error: earlier.error, onFetch: earlier.fetch };
}

function ThreadMessages({ items }: { items: ReturnType<typeof threadItems> }) {
  return items.map((item) => (
    <Fragment key={item.kind === 'message' ? item.message.number : getItemKey(item)}>
      {item.kind === 'day' && <DaySeparator date={item.date} />}
      {item.kind === 'unread' && (
        <p
          data-unread
          className="mt-4 flex items-center gap-3 text-xs font-semibold text-info before:h-px before:flex-1 before:bg-info-edge after:h-px after:flex-1 after:bg-info-edge"
        >
          New
        </p>
      )}
      {item.kind === 'message' && <MessageBubble message={item.message} isFirst={item.isFirst} />}
    </Fragment>
  ));
}

function getItemKey(item: { kind: 'day'; date: string } | { kind: 'unread' }): string {
  return item.kind === 'day' ? item.date : item.kind;
}

function DaySeparator({ date }: { date: string }) {
  const today = useToday();
  return (
    <p className="mt-4 text-center text-xs font-semibold text-ink-faint first:mt-0">
      <time dateTime={date}>{displayDayHeading(date, today)}</time>
    </p>
  );
}

/**
 * Marks messages as read when the viewer sees the end of the thread on a visible page. Returns whether there are unread
 * messages.
 */
function useMarkReadAtEnd(
  conversation: Conversation,
  lastNumber: number | undefined,
  isAtEnd: boolean,
): boolean {
  const { mutate } = useMarkRead(conversation.id);
  const isVisible = useIsPageVisible();
  const markedUpTo = useRef(0);
  const isUnread = conversation.unread > 0;
  useEffect(() => {
    if (!isVisible || !isAtEnd || !isUnread || lastNumber === undefined) return;
    if (markedUpTo.current >= lastNumber) return;
    markedUpTo.current = lastNumber;
    mutate(lastNumber, {
      onError: () => {
        markedUpTo.current = 0;
      },
    });
  }, [isVisible, isAtEnd, isUnread, lastNumber, mutate]);
  return isUnread;
}

/** Renders a few placeholder bubbles on either side. */
export function ThreadSkeleton() {
  return (
    <div className="flex flex-1 flex-col gap-3 p-5">
      <Skeleton className="h-12 w-3/5" />
      <Skeleton className="ml-auto h-10 w-2/5" />
      <Skeleton className="ml-auto h-16 w-1/2" />
      <Skeleton className="h-10 w-1/2" />
    </div>
  );
}

/** Returns whether the page is visible: false in a background tab, or with the screen off. */
function useIsPageVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
