import { afterAll, beforeAll, expect, test } from 'vitest';
import { contests } from './contests.ts';
import { fight } from './fight.ts';
import { startShortRun, type ShortRun } from './short-run.ts';
import { problemsOfAnswers, problemsOfDatabase, problemsOfRows } from './verdict.ts';

let run: ShortRun;

beforeAll(async () => {
  run = await startShortRun();
});

afterAll(() => run.stop());

test.each(contests.map((make) => [make.name, make] as const))(
  '%s: of eight requests at once, as many win as possible',
  async (_name, make) => {
    const contest = await make(run.arena, 8);
    const answers = await fight(contest, run.servers);
    expect(problemsOfAnswers(contest, answers)).toEqual([]);
    expect(await problemsOfRows(contest, answers, run.rows)).toEqual([]);
    expect(await problemsOfDatabase(run.rows)).toEqual([]);
  },
);
