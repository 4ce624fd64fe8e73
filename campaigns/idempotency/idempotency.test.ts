import { expect, test } from 'vitest';
import { startShortRun } from '../contention/short-run.ts';
import { makeUses, problemsOfUses, tryKeys } from './uses.ts';

test('a key sent ten times at once creates one booking and returns the same bytes, separately for each user', async () => {
  const run = await startShortRun();
  try {
    const uses = await makeUses(run.arena, 10);
    const { answers, problems } = await tryKeys(uses, run.servers);
    expect(problems).toEqual([]);
    expect(answers).toHaveLength(10 * 11 + 2);
    expect(await problemsOfUses(uses, run.rows)).toEqual([]);
  } finally {
    await run.stop();
  }
});
