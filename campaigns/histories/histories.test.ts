import { inTransaction } from '@curbwrench/server/database/connection/transaction';
import { startApp } from '@curbwrench/testing/start-app';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { history } from './history.ts';
import { checkAuditTrail } from './invariants.ts';
import { newTally, play } from './play.ts';
import { firstDay, Stage } from './stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.build({ startApp, inTransaction });
});

afterAll(() => stage.stop());

test('random requests violate no invariant, and a slot that is shown can be booked @appointments.invariants @booking.same-function', async () => {
  const tally = newTally();
  await fc.assert(
    fc.asyncProperty(history, (one) => play(stage, one, tally)),
    { numRuns: 30, seed: 20260302 },
  );
  // To detect a change that makes every history empty.
  expect(tally.requests).toBeGreaterThan(200);
  expect([tally.slots, tally.candidates].every((count) => count > 20)).toBe(true);
  const often = ['book', 'assign', 'record', 'join', 'renew', 'send', 'read', 'status'];
  expect(often.filter((kind) => (tally.accepted[kind] ?? 0) < 3)).toEqual([]);
  await checkAuditTrail(stage.app(0));
});

test('applications of other settings do not interfere with a history', async () => {
  const [one] = fc.sample(history, { numRuns: 1, seed: 1 });
  if (!one) throw new Error('No history was generated.');
  for (const setting of stage.apps.keys()) {
    const others = stage.apps.filter((_, index) => index !== setting);
    for (const other of others) other.clock.set(new Date('2100-01-01T00:00:00Z'));
    await stage.reset({ ...one.world, setting });
    // Renewals due by a clock that is ahead would happen in the middle of it.
    for (const other of others) {
      expect(other.clock.now().getTime()).toBeLessThan(Date.parse(firstDay));
    }
  }
});
