import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCases } from '../testing/access/all-cases.ts';
import { makeJob } from '../testing/access/appointment-cases.ts';
import { carriedOut, decided, notBuilt } from '../testing/access/decided.ts';
import { declaredCells, unwalked } from '../testing/access/table.ts';
import { walk } from '../testing/access/walk.ts';
import { makeWorld, type World } from '../testing/access/world.ts';
import { read } from '../testing/requests.ts';

/*
 * Decision D1's table, walked: every call, by every kind of reader, on a thing that is there and on
 * one that is not; what each must get is derived from what was decided. A new call needs a case in
 * testing/access/, or this fails.
 */

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.stop());

describe('the table', () => {
  const rows = new Set(declaredCells().map(({ row }) => row));

  test.each([...rows])('%s is what was decided', (name) => {
    const cells = declaredCells().filter(({ row }) => row === name);
    expect(cells.map(({ reader, declared }) => [reader, declared])).toEqual(
      cells.map(({ reader, decided: reach }) => [reader, reach]),
    );
  });

  test('carries out everything that was decided and is built', () => {
    const built = new Set(Object.values(carriedOut));
    expect([...decided.keys()].filter((name) => !built.has(name))).toEqual(notBuilt);
    expect([...built].filter((name) => !decided.has(name))).toEqual([]);
  });
});

test('every call that is answered is walked, under the row that guards it', () => {
  expect(unwalked(world)).toEqual([]);
});

test.each(allCases.map((walked) => [walked.name, walked] as const))(
  '%s: each reader gets what was decided',
  async (_, walked) => {
    for await (const { expected, got } of walk(world, walked)) expect(got).toEqual(expected);
  },
);

test('a mechanic finds no customer by an e-mail address they may not see', async () => {
  await makeJob(world, 0);
  const search = async (person: 'assigned mechanic' | 'owner', text: string) =>
    read<unknown[]>(
      world,
      world.people[person],
      `/api/appointments?status=confirmed&search=${text}`,
    );
  expect(await search('assigned mechanic', 'Lastowner1mark')).toHaveLength(1);
  expect(await search('assigned mechanic', 'owner1mark@')).toEqual([]);
  expect(await search('assigned mechanic', 'mail.example')).toEqual([]);
  expect(await search('owner', 'mail.example')).toHaveLength(1);
});
