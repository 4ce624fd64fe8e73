import { describe, expect, it } from 'vitest';
import { lastUsedText } from './sessions-panel.tsx';

describe('the last use of a session', () => {
  const now = Date.parse('2026-03-03T12:00:00Z');

  it.each([
    ['2026-03-03T12:00:30Z', 'Active just now'],
    ['2026-03-03T12:00:00Z', 'Active just now'],
    ['2026-03-03T11:59:01Z', 'Active just now'],
    ['2026-03-03T11:59:00Z', 'Active 1m ago'],
    ['2026-03-03T11:00:00Z', 'Active 1h ago'],
  ])("at noon, %s is shown as '%s'", (lastUsedAt, text) => {
    expect(lastUsedText(lastUsedAt, now)).toBe(text);
  });
});
