import { expect, test } from 'vitest';
import { chatContext } from './queries.ts';

test('only the role and content of each of the last five messages are sent @assistant.input', () => {
  const earlierMessages = Array.from({ length: 7 }, (_, index) => ({
    id: index,
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `message ${index}`,
    timestamp: '2026-03-03T17:00:00Z',
  }));
  expect(chatContext({ id: 'maya', role: 'customer' }, earlierMessages)).toEqual({
    userId: 'maya',
    userRole: 'customer',
    conversationHistory: [2, 3, 4, 5, 6].map((index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `message ${index}`,
    })),
  });
});
