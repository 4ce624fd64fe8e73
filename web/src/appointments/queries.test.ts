import { expect, test } from 'vitest';
import { pollEvery } from '../api/polling.ts';

test('watched data is polled every 30 seconds @screens.polling', () => {
  expect(pollEvery).toBe(30_000);
});
