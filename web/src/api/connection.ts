import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

export type ConnectionStatus = 'connecting' | 'open' | 'lost';

/** A shorter interruption is not shown. */
const lostDelayMs = 2000;

let status: ConnectionStatus = 'connecting';
/** The number of times a lost connection was restored. */
let reconnectCount = 0;
/** The sentence that a page shows with a stored schedule while there is no network. */
let offlineNotice: string | null = null;
const listeners = new Set<() => void>();

/** Stores the state of the connection; returns true when a lost one has just been restored. */
export function setConnectionStatus(next: ConnectionStatus): boolean {
  const isRestored = next === 'open' && status === 'lost';
  if (isRestored) reconnectCount += 1;
  status = next;
  for (const listener of listeners) listener();
  return isRestored;
}

/** Sets the sentence to show with a stored schedule; null once the network is back. */
export function setOfflineNotice(notice: string | null): void {
  offlineNotice = notice;
  for (const listener of listeners) listener();
}

/** Returns the sentence to show with a stored schedule; null if the page's data comes from the server. */
export function useOfflineNotice(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => offlineNotice,
    () => null,
  );
}

/** Returns whether the connection has been lost for a while, so that what is shown may be outdated. */
export function useConnectionLost(): boolean {
  const current = useSyncExternalStore<ConnectionStatus>(
    subscribe,
    () => status,
    () => 'connecting',
  );
  const [isDelayOver, setIsDelayOver] = useState(false);
  useEffect(() => {
    if (current !== 'lost') return;
    const timer = setTimeout(() => setIsDelayOver(true), lostDelayMs);
    return () => {
      clearTimeout(timer);
      setIsDelayOver(false);
    };
  }, [current]);
  return current === 'lost' && isDelayOver;
}

/** Calls `run` when a lost connection is restored: for failures that are not stored in a query. */
export function useConnectionReturned(onReturn: () => void): void {
  const current = useSyncExternalStore(
    subscribe,
    () => reconnectCount,
    () => 0,
  );
  const handledCount = useRef(current);
  useEffect(() => {
    if (handledCount.current === current) return;
    handledCount.current = current;
    onReturn();
  }, [current, onReturn]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
