import { expect, test } from 'vitest';
import { lastServiceText } from './last-service.ts';

test.each([
  [null, 'No service record'],
  ['2026-11-23', 'This month'],
  ['2026-11-01', 'This month'],
  ['2026-10-31', '1 month ago'],
  ['2025-11-30', '12 months ago'],
])("for a vehicle last serviced on %s, the text is '%s'", (lastService, text) => {
  expect(lastServiceText(lastService, '2026-11-23')).toBe(text);
});
