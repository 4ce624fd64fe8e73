import { useEffect, useSyncExternalStore } from 'react';

let recordTitle: string | undefined;
const listeners = new Set<() => void>();

/**
 * Returns the name of what the open page shows: of a record, such as '#1042 Oil Change', or of the chosen part of the
 * settings; undefined on other pages, which are named by their route.
 */
export function useCurrentRecordTitle(): string | undefined {
  return useSyncExternalStore(subscribe, read, () => undefined);
}

/** Puts the name of what this page shows into the tab's title; undefined, such as until it is loaded, for the route's. */
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
