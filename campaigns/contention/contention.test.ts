import { afterAll, beforeAll, expect, test } from 'vitest';
import { races } from './races.ts';
import { runRace } from './run-race.ts';
import { startShortRun, type ShortRun } from './short-run.ts';
import { findResponseProblems, findDatabaseProblems, findRowProblems } from './race-checks.ts';

let run: ShortRun;

beforeAll(async () => {
  run = await startShortRun();
});

afterAll(() => run.stop());

test.each(races.map((makeRace) => [makeRace.name, makeRace] as const))(
  '%s: the server accepts as many of eight concurrent requests as the rules allow',
  async (_name, makeRace) => {
    const race = await makeRace(run.setup, 8);
    const responses = await runRace(race, run.servers);
    expect(findResponseProblems(race, responses)).toEqual([]);
    expect(await findRowProblems(race, responses, run.query)).toEqual([]);
    expect(await findDatabaseProblems(run.query)).toEqual([]);
  },
);
