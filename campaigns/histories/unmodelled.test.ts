import { calls, type CallName } from '@curbwrench/contract/calls';
import { expect, test } from 'vitest';
import { callOf } from './requests.ts';
import { unmodelled } from './unmodelled.ts';

/** All that may change something: everything but GET, which never does. */
const changing = Object.entries(calls).flatMap(([name, { method }]) =>
  method === 'GET' ? [] : [name as CallName],
);

test('every call that changes something is in the model, or says why it is not', () => {
  const known = [...new Set<string>(Object.values(callOf)), ...Object.keys(unmodelled)];
  expect(known.toSorted()).toEqual(changing.toSorted());
  const poor = Object.entries(unmodelled).filter(([, why]) => why.length < 20);
  expect(poor).toEqual([]);
});
