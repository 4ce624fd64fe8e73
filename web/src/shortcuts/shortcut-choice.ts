import { useSyncExternalStore } from 'react';

const storageKey = 'single-key-shortcuts';
const listeners = new Set<() => void>();

/** Returns whether single-key shortcuts are on in this browser, and a setter. They are on by default. */
export function useShortcutChoice(): readonly [boolean, (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, areShortcutsOn, () => true), choose];
}

/** Returns whether single-key shortcuts are on in this browser. */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off';
}

function choose(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
