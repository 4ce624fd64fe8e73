import { expect, test } from 'vitest';
import { makeRepeatKeys } from './repeat-key.ts';

test('repeating the same request gives the same key, another request another key', () => {
  let made = 0;
  const headersFor = makeRepeatKeys(() => `key-${(made += 1)}`);
  const keyOf = (body: unknown) => headersFor(body)['idempotency-key'];
  expect(keyOf({ make: 'Kia', year: 2018 })).toBe('key-1');
  expect(keyOf({ make: 'Kia', year: 2018 })).toBe('key-1');
  expect(keyOf({ make: 'Kia', year: 2019 })).toBe('key-2');
  expect(keyOf({ make: 'Kia', year: 2018 })).toBe('key-3');
  expect(keyOf(null)).toBe('key-4');
});
