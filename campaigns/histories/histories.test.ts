import { inTransaction } from '@curbwrench/server/database/connection/transaction';
import { startApp } from '@curbwrench/testing/start-app';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { history } from './history.ts';
import { checkAuditTrail } from './invariants.ts';
import { emptyTally, runHistory } from './run-history.ts';
import { firstDay, Environment } from './environment.ts';

let environment: Environment;

beforeAll(async () => {
  environment = await Environment.build({ startApp, inTransaction });
});

afterAll(() => environment.stop());

test('random requests violate no invariant, and a slot that is shown can be booked @appointments.invariants @booking.same-function', async () => {
  const tally = emptyTally();
  await fc.assert(
    fc.asyncProperty(history, (example) => runHistory(environment, example, tally)),
    { numRuns: 70, seed: 20260302 },
  );
  // Detects a change that makes every history empty.
  expect(tally.requests).toBeGreaterThan(200);
  expect(Math.min(tally.slots, tally.candidates), JSON.stringify(tally)).toBeGreaterThan(20);
  const repeatValues = [
    'book',
    'assign',
    'recordPayment',
    'joinPlan',
    'renewPlans',
    'sendMessage',
    'readMessages',
    'changeStatus',
  ];
  expect(repeatValues.filter((kind) => (tally.accepted[kind] ?? 0) < 3)).toEqual([]);
  await checkAuditTrail(environment.app(0));
});

test('a reset moves the clocks of the other applications before the history, so that they renew nothing', async () => {
  const [example] = fc.sample(history, { numRuns: 1, seed: 1 });
  if (!example) throw new Error('No history was generated.');
  for (const setting of environment.apps.keys()) {
    const others = environment.apps.filter((_, index) => index !== setting);
    for (const other of others) other.clock.set(new Date('2100-01-01T00:00:00Z'));
    await environment.reset({ ...example.startState, setting });
    for (const other of others) {
      expect(other.clock.now().getTime()).toBeLessThan(Date.parse(firstDay));
    }
  }
});
