import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether a media query matches this window; `onServer` while the server renders and the browser hydrates. */
export function useMedia(query: string, onServer: boolean): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => onServer,
  );
}
