import { expect, test } from 'vitest';
import { startShortRun } from '../contention/short-run.ts';
import {
  findNewCustomerProblems,
  makeNewCustomerUses,
  sendNewCustomerKeys,
} from './new-customer-keys.ts';
import { makeUses, findKeyUseProblems, sendKeys } from './key-uses.ts';

test('an idempotency key sent ten times concurrently creates one booking and gets identical responses; keys are scoped per user', async () => {
  const run = await startShortRun();
  try {
    const uses = await makeUses(run.setup, 10);
    const { responses, problems } = await sendKeys(uses, run.servers);
    expect(problems).toEqual([]);
    expect(responses).toHaveLength(10 * 11 + 2);
    expect(await findKeyUseProblems(uses, run.query)).toEqual([]);
  } finally {
    await run.stop();
  }
});

test('a key of a booking for a new customer creates one customer, however often it is sent', async () => {
  const run = await startShortRun();
  try {
    const uses = await makeNewCustomerUses(run.setup, 2);
    const { problems } = await sendNewCustomerKeys(uses, run.servers);
    expect(problems).toEqual([]);
    expect(await findNewCustomerProblems(uses, run.query)).toEqual([]);
  } finally {
    await run.stop();
  }
});
