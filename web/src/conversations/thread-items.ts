import type { Message, MessageSide } from '@curbwrench/contract/conversations/schemas';
import { dateIn } from '../lib/business-time.ts';

/** What a thread shows, from top to bottom. */
export type ThreadItem =
  | { readonly kind: 'day'; readonly date: string }
  | { readonly kind: 'unread' }
  | {
      readonly kind: 'message';
      readonly message: Message;
      /** Whether it is the first of several by the same author, and shows author and time. */
      readonly isFirst: boolean;
    };

/** Messages of one author within this time of each other form one run. */
const runMs = 5 * 60_000;

/**
 * Returns messages, oldest first, with a separator before each day of the business's calendar and one
 * before the first message that was unread when the viewer opened the thread.
 *
 * @param side the viewer's, whose own messages are never unread
 * @param readUpTo the number of the last message read by then
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
    const isFirst = isNewDay || isUnread || !previous || !isRun(previous, message);
    items.push({ kind: 'message', message, isFirst });
    previous = message;
  }
  return items;
}

function isRun(before: Message, message: Message): boolean {
  return (
    before.from === message.from &&
    before.isOwn === message.isOwn &&
    before.authorName === message.authorName &&
    Date.parse(message.sentAt) - Date.parse(before.sentAt) < runMs
  );
}
