import { useSyncExternalStore } from 'react';

const storageKey = 'live-map';
const listeners = new Set<() => void>();

/** Returns whether the live map is open in this browser, and a setter. It is closed at first. */
export function useLiveMapChoice(): readonly [boolean, (isOpen: boolean) => void] {
  const stored = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(storageKey),
    () => null,
  );
  return [stored === 'open', choose];
}

function choose(isOpen: boolean): void {
  if (isOpen) localStorage.setItem(storageKey, 'open');
  else localStorage.removeItem(storageKey);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
