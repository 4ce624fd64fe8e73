import { useCallback, useSyncExternalStore } from 'react';

/**
 * Returns whether a media query matches this window; `serverValue` while the server renders the page and the browser
 * hydrates it.
 */
export function useMedia(query: string, serverValue: boolean): boolean {
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
    () => serverValue,
  );
}
