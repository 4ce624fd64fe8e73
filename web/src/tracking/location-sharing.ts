import { useSyncExternalStore } from 'react';
import { useBusiness } from '../business/queries.ts';
import { useSignedInUser } from '../session/queries.ts';

/** A person's answer on this device to whether to share their location. */
export type SharingChoice = 'on' | 'off' | 'undecided';

/** Why there is no position, as far as the browser reports it. */
export type LocationProblem = 'blocked' | 'unavailable';

const listeners = new Set<() => void>();
let problem: LocationProblem | null = null;

/** Returns whether the signed-in mechanic shares their position from this device, and a setter. */
export function useSharing(): {
  readonly choice: SharingChoice;
  readonly choose: (next: 'on' | 'off') => void;
} {
  const { id } = useSignedInUser();
  const { demo } = useBusiness();
  const kept = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(keyOf(id)),
    () => null,
  );
  return {
    choice: choiceOf(kept, demo),
    choose: (next) => {
      localStorage.setItem(keyOf(id), next);
      setLocationProblem(null);
      tell();
    },
  };
}

/** Returns the stored choice. In the demo the position is simulated, so there is nothing to ask. */
export function choiceOf(kept: string | null, demo: boolean): SharingChoice {
  if (kept === 'on' || kept === 'off') return kept;
  return demo ? 'on' : 'undecided';
}

/**
 * Returns whether a person currently shares their position from this device; for use outside of
 * components.
 */
export function isShared(userId: string, demo: boolean): boolean {
  return choiceOf(localStorage.getItem(keyOf(userId)), demo) === 'on';
}

/** Returns why there is no position now; null if there is no problem. */
export function useLocationProblem(): LocationProblem | null {
  return useSyncExternalStore(
    subscribe,
    () => problem,
    () => null,
  );
}

/** Stores the result of the last attempt. */
export function setLocationProblem(next: LocationProblem | null): void {
  if (problem === next) return;
  problem = next;
  tell();
}

function keyOf(userId: string): string {
  return `location-sharing ${userId}`;
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // A choice in another tab applies to this one too.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
