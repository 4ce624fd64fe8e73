import { useSyncExternalStore } from 'react';

let isRequired = false;
const listeners = new Set<() => void>();

/** Stores whether the server requires this person to set up a second factor before anything else. */
export function setSecondFactorRequired(next: boolean): void {
  isRequired = next;
  for (const listener of listeners) listener();
}

/** Returns whether the server requires this person to set up a second factor first. */
export function isSecondFactorRequired(): boolean {
  return isRequired;
}

/** The hook for `isSecondFactorRequired`: while it returns true, only the account page is allowed. */
export function useSecondFactorRequired(): boolean {
  return useSyncExternalStore(subscribe, isSecondFactorRequired, () => false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
