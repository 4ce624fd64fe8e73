import { expect, test } from 'vitest';
import { makeIdempotencyHeaders } from './idempotency-headers.ts';

test('repeating a request right away reuses its key, and a different request gets a new key', () => {
  let count = 0;
  const headersFor = makeIdempotencyHeaders(() => `key-${(count += 1)}`);
  const keyOf = (body: unknown) => headersFor(body)['idempotency-key'];
  expect(keyOf({ make: 'Kia', year: 2018 })).toBe('key-1');
  expect(keyOf({ make: 'Kia', year: 2018 })).toBe('key-1');
  expect(keyOf({ make: 'Kia', year: 2019 })).toBe('key-2');
  expect(keyOf({ make: 'Kia', year: 2018 })).toBe('key-3');
  expect(keyOf(null)).toBe('key-4');
});
