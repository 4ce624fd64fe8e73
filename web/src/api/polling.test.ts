import { expect, test } from 'vitest';
import { pollIntervalMs } from './polling.ts';

test('screens that wait for changes refetch every 30 seconds @screens.polling', () => {
  expect(pollIntervalMs).toBe(30_000);
});
