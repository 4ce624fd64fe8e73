import type { Message, MessageSide } from '@curbwrench/contract/conversations';
import { dateIn } from '../lib/business-time.ts';

/** What stands in a thread, from above to below. */
export type ThreadItem =
  | { readonly kind: 'day'; readonly date: string }
  | { readonly kind: 'unread' }
  | {
      readonly kind: 'message';
      readonly message: Message;
      /** Begins a run of one author's messages, and so says who writes and when. */
      readonly isFirst: boolean;
    };

/** Messages of one author that follow within this time are one run. */
const runMs = 5 * 60_000;

/**
 * Messages, the oldest first, with a separator before each day of the business's calendar and one
 * before the first that was unread when the reader came.
 *
 * @param side the reader's, whose own messages are never unread
 * @param readUpTo the number of the last message that was read then
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
