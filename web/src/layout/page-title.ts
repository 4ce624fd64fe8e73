import { useEffect, useSyncExternalStore } from 'react';

let recordTitle: string | undefined;
const listeners = new Set<() => void>();

/** Returns the name of the record that the open page shows, such as '#1042 Oil Change'; undefined on other pages. */
export function useCurrentRecordTitle(): string | undefined {
  return useSyncExternalStore(subscribe, read, () => undefined);
}

/** Puts the name of the record that this page shows into the tab's title; undefined until the record is loaded. */
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
