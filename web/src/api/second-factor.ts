import { useSyncExternalStore } from 'react';

let isAsked = false;
const listeners = new Set<() => void>();

/** Keeps whether the server lets this person do nothing before they have a second factor. */
export function setSecondFactorAsked(next: boolean): void {
  isAsked = next;
  for (const listener of listeners) listener();
}

/** Whether it does. */
export function isSecondFactorAsked(): boolean {
  return isAsked;
}

/** The same, for what then leads to the account page and to no other. */
export function useSecondFactorAsked(): boolean {
  return useSyncExternalStore(subscribe, isSecondFactorAsked, () => false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
