import { expect, test } from 'vitest';
import { startShortRun } from '../contention/short-run.ts';
import {
  findNewCustomerProblems,
  makeNewCustomerKeyUses,
  sendNewCustomerKeys,
} from './new-customer-keys.ts';
import { makeKeyUses, findKeyUseProblems, sendKeys } from './key-uses.ts';

test('an idempotency key sent ten times concurrently creates one booking and gets identical responses; keys are scoped to users', async () => {
  const run = await startShortRun();
  try {
    const keyUses = await makeKeyUses(run.setup, 10);
    const { responses, problems } = await sendKeys(keyUses, run.servers);
    expect(problems).toEqual([]);
    // Each key use sends ten repeats and one conflicting body; two key uses start with a refusal.
    expect(responses).toHaveLength(10 * 11 + 2);
    expect(await findKeyUseProblems(keyUses, run.query)).toEqual([]);
  } finally {
    await run.stop();
  }
});

test('the idempotency key of a booking for a new customer creates only one customer, however often it is sent', async () => {
  const run = await startShortRun();
  try {
    const keyUses = await makeNewCustomerKeyUses(run.setup, 2);
    const { problems } = await sendNewCustomerKeys(keyUses, run.servers);
    expect(problems).toEqual([]);
    expect(await findNewCustomerProblems(keyUses, run.query)).toEqual([]);
  } finally {
    await run.stop();
  }
});
