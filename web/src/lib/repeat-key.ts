import { useState } from 'react';
import { randomId } from './random-id.ts';

/**
 * Returns a function that gives a request's idempotency key as its headers. Repeating the same body, as after a lost
 * connection, gives the same key, so that the server does it only once; another body gets a new key.
 */
export function makeRepeatKeys(makeKey: () => string) {
  let last: { readonly body: string; readonly key: string } | null = null;
  return (body: unknown): { 'idempotency-key': string } => {
    const text = JSON.stringify(body);
    if (last?.body !== text) last = { body: text, key: makeKey() };
    return { 'idempotency-key': last.key };
  };
}

/** Returns the `makeRepeatKeys` function of a component. */
export function useRepeatKeys() {
  const [headersFor] = useState(() => makeRepeatKeys(randomId));
  return headersFor;
}
