import { afterAll, beforeAll, expect, test } from 'vitest';
import { contests } from './contests.ts';
import { runContest } from './run-contest.ts';
import { startShortRun, type ShortRun } from './short-run.ts';
import { findResponseProblems, findDatabaseProblems, findRowProblems } from './contest-checks.ts';

let run: ShortRun;

beforeAll(async () => {
  run = await startShortRun();
});

afterAll(() => run.stop());

test.each(contests.map((make) => [make.name, make] as const))(
  '%s: of eight concurrent requests, as many as possible are accepted',
  async (_name, make) => {
    const contest = await make(run.setup, 8);
    const responses = await runContest(contest, run.servers);
    expect(findResponseProblems(contest, responses)).toEqual([]);
    expect(await findRowProblems(contest, responses, run.query)).toEqual([]);
    expect(await findDatabaseProblems(run.query)).toEqual([]);
  },
);
