import { useState } from 'react';
import { randomId } from './random-id.ts';

/**
 * Returns a function that returns the headers with a request's idempotency key. Sending the same body again, as after a
 * lost connection, reuses the key, so that the server makes the change only once; a different body gets a new key.
 */
export function makeIdempotencyHeaders(makeKey: () => string) {
  let last: { readonly body: string; readonly key: string } | null = null;
  return (body: unknown): { 'idempotency-key': string } => {
    const text = JSON.stringify(body);
    if (last?.body !== text) last = { body: text, key: makeKey() };
    return { 'idempotency-key': last.key };
  };
}

/** Like `makeIdempotencyHeaders`, but a component gets the same function on every render. */
export function useIdempotencyHeaders() {
  const [headersFor] = useState(() => makeIdempotencyHeaders(randomId));
  return headersFor;
}
