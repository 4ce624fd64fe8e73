import { useSyncExternalStore } from 'react';

/**
 * Returns whether the browser's own state may be shown: false while the server renders the page and the browser
 * hydrates it, since both have to agree; true afterward.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

function subscribeToNothing() {
  return () => undefined;
}
