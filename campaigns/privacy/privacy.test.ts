import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { movements } from './movements.ts';
import { emptyTally, runHistory } from './run-history.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ listen: true });
});
afterAll(() => app.stop());

test('whatever mechanics do, a van is seen by its customer from departure to completion, by dispatch, and by nobody else @tracking.private', async () => {
  const tally = emptyTally();
  await fc.assert(
    fc.asyncProperty(movements, (steps) => runHistory(app, steps, tally)),
    { numRuns: 6, seed: 20260303, endOnFailure: true },
  );
  // Detects a change that makes every history empty.
  expect(tally.positions).toBeGreaterThan(50);
  const needed = ['report', 'depart', 'complete', 'assign', 'switch', 'signOut'];
  expect(needed.filter((kind) => !tally.accepted[kind])).toEqual([]);
});
