import { expect, test } from 'vitest';
import { getInactivityText } from './inactivity-note.tsx';

test('the note shows when an inactive mechanic was last seen', () => {
  const now = Date.parse('2026-03-03T20:00:00Z');
  const text = (lastActive: string | null) =>
    getInactivityText(lastActive, now, 'America/Los_Angeles');
  expect(text('2026-03-03T17:10:00Z')).toBe('Not seen since 9:10 AM');
  expect(text('2026-03-03T07:59:00Z'), "yesterday in the business's time zone").toBe(
    'Last seen yesterday, Mar 02, 2026',
  );
  expect(text(null)).toBe('Not seen yet');
});
