import { useSyncExternalStore } from 'react';

/**
 * Whether the browser's own state may be shown: false where the server renders a page and while the
 * browser takes it over, when both have to agree; true ever after.
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
