import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

export type ConnectionStatus = 'connecting' | 'open' | 'lost';

/** A shorter interruption is not shown. */
const patienceMs = 2000;

let status: ConnectionStatus = 'connecting';
/** How often a lost connection was restored. */
let returns = 0;
/** What a page says while it shows a stored schedule because there is no network. */
let keptWords: string | null = null;
const listeners = new Set<() => void>();

/** Stores the state of the connection; returns true when a lost one has just been restored. */
export function setConnectionStatus(next: ConnectionStatus): boolean {
  const isBack = next === 'open' && status === 'lost';
  if (isBack) returns += 1;
  status = next;
  for (const listener of listeners) listener();
  return isBack;
}

/** Stores what to say about a schedule that is shown without a network; null once there is one. */
export function setKeptWords(words: string | null): void {
  keptWords = words;
  for (const listener of listeners) listener();
}

/** Returns what to say about a stored schedule, or null if what is shown comes from the server. */
export function useKeptWords(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => keptWords,
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
  const [patienceOver, setPatienceOver] = useState(false);
  useEffect(() => {
    if (current !== 'lost') return;
    const timer = setTimeout(() => setPatienceOver(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setPatienceOver(false);
    };
  }, [current]);
  return current === 'lost' && patienceOver;
}

/** Calls `run` when a lost connection is restored: for failures that no query knows of. */
export function useConnectionReturned(run: () => void): void {
  const current = useSyncExternalStore(
    subscribe,
    () => returns,
    () => 0,
  );
  const handled = useRef(current);
  useEffect(() => {
    if (handled.current === current) return;
    handled.current = current;
    run();
  }, [current, run]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
