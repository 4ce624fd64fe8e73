import { useSyncExternalStore } from 'react';
import { useMedia } from '../ui/use-media.ts';

const storageKey = 'live-map';
const listeners = new Set<() => void>();

/**
 * Returns whether the live map is open in this browser, and a setter. By default, it is open if there is room for
 * it beside the board.
 */
export function useLiveMapChoice(): readonly [boolean, (isOpen: boolean) => void] {
  const isBesideBoard = useMedia('(min-width: 105rem)', false);
  const storedChoice = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(storageKey),
    () => null,
  );
  return [storedChoice === null ? isBesideBoard : storedChoice === 'open', choose];
}

function choose(isOpen: boolean): void {
  localStorage.setItem(storageKey, isOpen ? 'open' : 'closed');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
