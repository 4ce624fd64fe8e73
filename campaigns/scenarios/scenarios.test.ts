import { inTransaction } from '@curbwrench/server/database/connection/transaction';
import { startApp } from '@curbwrench/testing/start-app';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Action } from './actions.ts';
import { scenario, type Scenario } from './scenario.ts';
import { checkAuditTrail } from './invariants.ts';
import { runScenario } from './run-scenario.ts';
import { emptyTally } from './tally.ts';
import { Environment } from './environment.ts';

/** Returns a scenario in which mechanics work from 8:00 to 18:00 and all steps concern the same day and time. */
const scenarioOf = (
  mechanicCount: number,
  ...steps: readonly (readonly [action: Action, choice: number])[]
): Scenario => ({
  startState: {
    appIndex: 0,
    startDay: 0,
    startMinutes: 360,
    mechanics: Array.from({ length: mechanicCount }, () => ({
      skills: [],
      hours: [[8, 18]] as const,
      available: true,
      timeOff: null,
    })),
    services: [1, 2, 3].map(() => ({ duration: 60, skill: null })),
    holidays: [],
  },
  steps: steps.map(([action, choice]) => ({
    action,
    actorIndex: null,
    target: 0,
    choice,
    day: 1,
    slot: 9,
  })),
});

/** A job is assigned, and then its mechanic's working hours are removed; few random scenarios contain this. */
const strandedJob = scenarioOf(
  1,
  ['book', 0],
  ['assign', 0],
  // A week without hours.
  ['saveHours', 3],
);

/**
 * A mechanic calls in sick on the day of a job, and another mechanic covers it. Then the sick day is ended, and time
 * off is added and removed.
 */
const coveredJob = scenarioOf(
  2,
  ['book', 0],
  ['assign', 0],
  ['reportSick', 1],
  ['coverJobs', 1],
  ['endSickDay', 1],
  ['addTimeOff', 1],
  ['removeTimeOff', 1],
);

let environment: Environment;

beforeAll(async () => {
  environment = await Environment.build({ startApp, inTransaction });
});

afterAll(() => environment.stop());

test('random requests violate no invariant, and a slot shown as available can be booked @appointments.invariants @booking.same-function', async () => {
  const tally = emptyTally();
  await fc.assert(
    fc.asyncProperty(scenario, (example) => runScenario(environment, example, tally)),
    { numRuns: 70, seed: 20260302, examples: [[strandedJob], [coveredJob]] },
  );
  // Detects a change that makes every scenario empty.
  expect(tally.requests).toBeGreaterThan(200);
  expect(tally.confirmedPreviews).toBeGreaterThan(0);
  const { slotComparisons, candidateComparisons } = tally;
  expect(Math.min(slotComparisons, candidateComparisons), JSON.stringify(tally)).toBeGreaterThan(
    20,
  );
  const requiredKinds = [
    'book',
    'assign',
    'recordPayment',
    'joinPlan',
    'renewPlans',
    'sendMessage',
    'readMessages',
    'changeStatus',
    'addTimeOff',
    'reportSick',
  ];
  expect(requiredKinds.filter((kind) => (tally.accepted[kind] ?? 0) < 3)).toEqual([]);
  const rareKinds = ['coverJobs', 'removeTimeOff', 'endSickDay'];
  expect(rareKinds.filter((kind) => tally.accepted[kind] === undefined)).toEqual([]);
  for (const app of environment.apps) await checkAuditTrail(app);
});
