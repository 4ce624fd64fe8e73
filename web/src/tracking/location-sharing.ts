import { useSyncExternalStore } from 'react';
import { useBusiness } from '../business/queries.ts';
import { useSignedInUser } from '../session/queries.ts';

/** What somebody answered on this device when asked whether to share where they are. */
export type SharingChoice = 'on' | 'off' | 'undecided';

/** Why no position can be had, as far as the browser says. */
export type LocationProblem = 'blocked' | 'unavailable';

const listeners = new Set<() => void>();
let problem: LocationProblem | null = null;

/** Whether the signed-in mechanic shares their position from this device, and how to decide. */
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

/** In the demo the position is made up, so there is nothing to ask. */
export function choiceOf(kept: string | null, demo: boolean): SharingChoice {
  if (kept === 'on' || kept === 'off') return kept;
  return demo ? 'on' : 'undecided';
}

/** Whether somebody shares their position from this device at this moment, whatever is on the screen. */
export function isShared(userId: string, demo: boolean): boolean {
  return choiceOf(localStorage.getItem(keyOf(userId)), demo) === 'on';
}

/** Why there is no position now; null while nothing is in the way. */
export function useLocationProblem(): LocationProblem | null {
  return useSyncExternalStore(
    subscribe,
    () => problem,
    () => null,
  );
}

/** Says what the last attempt came to. */
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
  // Another tab decides for this one too.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
