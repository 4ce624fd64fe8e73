import { expect, test } from 'vitest';
import { pollEvery } from './queries.ts';

test('what is watched is asked for again every 30 seconds', () => {
  expect(pollEvery).toBe(30_000);
});
