import { expect, test } from 'vitest';
import { pollEvery } from '../api/polling.ts';

test('screens that wait for changes refetch every 30 seconds @screens.polling', () => {
  expect(pollEvery).toBe(30_000);
});
