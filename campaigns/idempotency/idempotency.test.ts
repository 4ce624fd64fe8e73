import { expect, test } from 'vitest';
import { startShortRun } from '../contention/short-run.ts';
import { makeUses, findKeyUseProblems, sendKeys } from './key-uses.ts';

test('a key sent ten times at once creates one booking and returns the same bytes, separately for each user', async () => {
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
