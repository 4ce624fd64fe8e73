import { expect, test } from 'vitest';
import { getMailbox } from './mailbox.ts';

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['Ada+1@Example.com', 'ada@example.com'],
  ['ada+@example.com', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
  // Nothing would be left before the @.
  ['+ada@example.com', '+ada@example.com'],
  ['ada@exa+mple.com', 'ada@exa+mple.com'],
])('messages to %s count against the mailbox %s @booking.visitor-limits', (email, mailbox) => {
  expect(getMailbox(email)).toBe(mailbox);
});
