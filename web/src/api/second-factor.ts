import { useSyncExternalStore } from 'react';

let isAsked = false;
const listeners = new Set<() => void>();

/** Stores whether the server requires this person to set up a second factor before anything else. */
export function setSecondFactorAsked(next: boolean): void {
  isAsked = next;
  for (const listener of listeners) listener();
}

/** Returns whether it does. */
export function isSecondFactorAsked(): boolean {
  return isAsked;
}

/** Returns the same in a component, which then allows only the account page. */
export function useSecondFactorAsked(): boolean {
  return useSyncExternalStore(subscribe, isSecondFactorAsked, () => false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
