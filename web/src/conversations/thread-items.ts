import type { Message, MessageSide } from '@curbwrench/contract/conversations/schemas';
import { dateIn } from '../lib/business-time.ts';

/** What a thread shows, from top to bottom. */
export type ThreadItem =
  | { readonly kind: 'day'; readonly date: string }
  | { readonly kind: 'unread' }
  | {
      readonly kind: 'message';
      readonly message: Message;
      /** Whether the message is the first of several by the same author, and so shows the author and the time. */
      readonly isFirst: boolean;
    };

/**
 * A message belongs to the same run as the previous one if both have the same author and less than this time, in
 * milliseconds, is between them.
 */
const maxRunGapMs = 5 * 60_000;

/**
 * Returns messages, oldest first, with a separator before each calendar day in the business's time zone, and one before
 * the first message that was unread when the viewer opened the thread.
 *
 * @param side the viewer's side of the conversation, whose messages are never unread
 * @param readUpTo the number of the last message that had been read at that time
 */
export function threadItems(
  messages: readonly Message[],
  timeZone: string,
  side: MessageSide,
  readUpTo: number,
): ThreadItem[] {
  const firstUnread = messages.find(
    ({ number, from }) => number > readUpTo && from !== side,
  )?.number;
  const items: ThreadItem[] = [];
  let previous: Message | undefined;
  for (const message of messages) {
    const date = dateIn(timeZone, message.sentAt);
    const isNewDay = !previous || date !== dateIn(timeZone, previous.sentAt);
    const isUnread = message.number === firstUnread;
    if (isNewDay) items.push({ kind: 'day', date });
    if (isUnread) items.push({ kind: 'unread' });
    const isFirst = isNewDay || isUnread || !previous || !continuesRun(previous, message);
    items.push({ kind: 'message', message, isFirst });
    previous = message;
  }
  return items;
}

function continuesRun(previous: Message, message: Message): boolean {
  return (
    previous.from === message.from &&
    previous.isOwn === message.isOwn &&
    previous.authorName === message.authorName &&
    previous.linkAppointmentId === message.linkAppointmentId &&
    Date.parse(message.sentAt) - Date.parse(previous.sentAt) < maxRunGapMs
  );
}
