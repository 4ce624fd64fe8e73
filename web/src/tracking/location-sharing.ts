import { useSyncExternalStore } from 'react';
import { useBusiness } from '../business/queries.ts';
import { useSignedInUser } from '../session/queries.ts';

/** Whether a person shares their location from this device. */
export type SharingChoice = 'on' | 'off' | 'undecided';

/** Why there is no position: a problem that the browser reports, or working hours that are over. */
export type LocationProblem = 'blocked' | 'unavailable' | 'hours_over';

const listeners = new Set<() => void>();
let problem: LocationProblem | null = null;

/** Returns whether the signed-in mechanic shares their location from this device, and a setter. */
export function useSharing(): {
  readonly choice: SharingChoice;
  readonly choose: (next: 'on' | 'off') => void;
} {
  const { id } = useSignedInUser();
  const { demo } = useBusiness();
  const stored = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(getStorageKey(id)),
    () => null,
  );
  return {
    choice: parseChoice(stored, demo),
    choose: (next) => {
      localStorage.setItem(getStorageKey(id), next);
      setLocationProblem(null);
      notifyListeners();
    },
  };
}

/** Parses the stored choice. The default is `undecided`, or `on` in the demo, whose position is simulated. */
export function parseChoice(stored: string | null, demo: boolean): SharingChoice {
  if (stored === 'on' || stored === 'off') return stored;
  return demo ? 'on' : 'undecided';
}

/**
 * Returns whether a person currently shares their location from this device; for use outside of
 * components.
 */
export function isSharing(userId: string, demo: boolean): boolean {
  return parseChoice(localStorage.getItem(getStorageKey(userId)), demo) === 'on';
}

/** Returns why there is no position now; null if there is no problem. */
export function useLocationProblem(): LocationProblem | null {
  return useSyncExternalStore(
    subscribe,
    () => problem,
    () => null,
  );
}

/** Stores why the last attempt to get a position failed; null if it succeeded. */
export function setLocationProblem(next: LocationProblem | null): void {
  if (problem === next) return;
  problem = next;
  notifyListeners();
}

/** Returns the query key of the signed-in mechanic's own record. */
export function signedInMechanicKey(userId: string) {
  return ['mechanic', 'one', userId] as const;
}

function getStorageKey(userId: string): string {
  return `location-sharing ${userId}`;
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // A choice in another tab applies to this tab too.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
