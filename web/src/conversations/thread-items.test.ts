import type { Message } from '@curbwrench/contract/conversations/schemas';
import { describe, expect, it } from 'vitest';
import { threadItems } from './thread-items.ts';

const zone = 'America/Los_Angeles';

function message(number: number, sentAt: string, overrides: Partial<Message> = {}): Message {
  return {
    number,
    from: 'office',
    isOwn: false,
    authorName: 'Avery',
    text: `Message ${number}`,
    sentAt,
    clientId: null,
    linkAppointmentId: null,
    sentBySms: false,
    ...overrides,
  };
}

const ownMessage = { from: 'person', isOwn: true, authorName: 'Casey Morgan' } as const;

/** Returns one string for each item, such as 'day 2026-03-03', 'unread', '1 first' or '2'. */
function describeItems(messages: readonly Message[], readUpTo: number): string[] {
  return threadItems(messages, zone, 'person', readUpTo).map((item) => {
    if (item.kind === 'day') return `day ${item.date}`;
    if (item.kind === 'unread') return 'unread';
    return `${item.message.number}${item.isFirst ? ' first' : ''}`;
  });
}

describe('a thread', () => {
  it('shows the date before the first message of each business day', () => {
    const messages = [
      message(1, '2026-03-04T07:59:00Z'),
      message(2, '2026-03-04T08:01:00Z'),
      message(3, '2026-03-04T08:02:00Z'),
    ];
    expect(describeItems(messages, 3)).toEqual([
      'day 2026-03-03',
      '1 first',
      'day 2026-03-04',
      '2 first',
      '3',
    ]);
  });

  it('shows the author again when the author changes or after five minutes', () => {
    const messages = [
      message(1, '2026-03-03T18:00:00Z'),
      message(2, '2026-03-03T18:04:59Z'),
      message(3, '2026-03-03T18:05:00Z', ownMessage),
      message(4, '2026-03-03T18:05:00Z', { authorName: 'Dana' }),
      message(5, '2026-03-03T18:10:00Z', { authorName: 'Dana' }),
    ];
    expect(describeItems(messages, 5).filter((item) => !item.startsWith('day'))).toEqual([
      '1 first',
      '2',
      '3 first',
      '4 first',
      '5 first',
    ]);
  });

  it('has a separator before the first unread message from the other side', () => {
    const at = '2026-03-03T18:00:00Z';
    const messages = [message(1, at), message(2, at, ownMessage), message(3, at), message(4, at)];
    expect(describeItems(messages, 1)).toEqual([
      'day 2026-03-03',
      '1 first',
      '2 first',
      'unread',
      '3 first',
      '4',
    ]);
    expect(describeItems(messages, 4)).not.toContain('unread');
    expect(describeItems([message(1, at, ownMessage)], 0)).not.toContain('unread');
  });
});
