import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultBreakages } from '../faults/breakages.ts';
import { breakages } from './breakages.ts';

/*
 * A broken build whose text is no longer in the product can't be made, and then nobody sees any more
 * that its campaign catches it.
 */

test('every broken build can be made of the product as it is', () => {
  const lost = [...breakages, ...faultBreakages].flatMap(({ name, patches }) =>
    patches.flatMap(({ file, from }) => {
      const found = readFileSync(file, 'utf8').split(from).length - 1;
      return found === 1 ? [] : [`${name}: ${file} has its text ${found} times`];
    }),
  );
  expect(lost).toEqual([]);
});

test('every broken build has a name of its own', () => {
  const names = [...breakages, ...faultBreakages].map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
