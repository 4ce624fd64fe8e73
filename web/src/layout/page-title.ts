import { useEffect, useSyncExternalStore } from 'react';

let recordTitle: string | undefined;
const listeners = new Set<() => void>();

/**
 * Returns the title of the record or the settings tab that the current page shows, such as '#1042 Oil Change'; undefined
 * on other pages, whose titles come from their routes.
 */
export function useCurrentRecordTitle(): string | undefined {
  return useSyncExternalStore(subscribe, read, () => undefined);
}

/**
 * Sets the browser tab's title. While `title` is undefined, for example until the record has loaded, the tab shows the
 * title of the route.
 */
export function useTabTitle(title: string | undefined): void {
  useEffect(() => {
    setTitle(title);
    return () => setTitle(undefined);
  }, [title]);
}

function setTitle(title: string | undefined): void {
  recordTitle = title;
  for (const listener of listeners) listener();
}

function read(): string | undefined {
  return recordTitle;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
