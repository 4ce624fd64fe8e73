import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyTally, runScenario } from './run-scenario.ts';
import { scenarioSteps } from './steps.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ listen: true });
});
afterAll(() => app.stop());

test('whatever mechanics do, only the office, the mechanic and, from departure to completion, the customer see the van @tracking.private', async () => {
  const tally = emptyTally();
  await fc.assert(
    fc.asyncProperty(scenarioSteps, (steps) => runScenario(app, steps, tally)),
    { numRuns: 6, seed: 20260303, endOnFailure: true },
  );
  // Detects a change that makes every scenario empty.
  expect(tally.positions).toBeGreaterThan(50);
  const requiredKinds = [
    'reportPosition',
    'depart',
    'complete',
    'assign',
    'setAvailability',
    'signOut',
  ];
  expect(requiredKinds.filter((kind) => !tally.accepted[kind])).toEqual([]);
});
