import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

export type ConnectionStatus = 'connecting' | 'open' | 'lost';

/** Shorter interruptions are not shown. */
const lostDelayMs = 2000;

let status: ConnectionStatus = 'connecting';
/** The number of times a lost connection was restored. */
let reconnectCount = 0;
/** The notice that a page shows with a cached schedule while it is offline. */
let offlineNotice: string | null = null;
const listeners = new Set<() => void>();

/** Stores the connection's status; returns true if a lost connection has just been restored. */
export function setConnectionStatus(next: ConnectionStatus): boolean {
  const isRestored = next === 'open' && status === 'lost';
  if (isRestored) reconnectCount += 1;
  status = next;
  for (const listener of listeners) listener();
  return isRestored;
}

/** Sets the notice to show with a cached schedule; null once the page is back online. */
export function setOfflineNotice(notice: string | null): void {
  offlineNotice = notice;
  for (const listener of listeners) listener();
}

/** Returns the notice to show with a cached schedule; null if the page's data comes from the server. */
export function useOfflineNotice(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => offlineNotice,
    () => null,
  );
}

/** Returns whether the connection has been lost for a while, so the screen may show outdated data. */
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

/** Calls `onReconnect` when a lost connection is restored, to retry requests whose failure is not stored in a query. */
export function useOnReconnect(onReconnect: () => void): void {
  const current = useSyncExternalStore(
    subscribe,
    () => reconnectCount,
    () => 0,
  );
  const handledCount = useRef(current);
  useEffect(() => {
    if (handledCount.current === current) return;
    handledCount.current = current;
    onReconnect();
  }, [current, onReconnect]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
