import { expect, test } from 'vitest';
import { pollEvery } from '../api/polling.ts';

test('what is watched is asked for again every 30 seconds @screens.polling', () => {
  expect(pollEvery).toBe(30_000);
});
