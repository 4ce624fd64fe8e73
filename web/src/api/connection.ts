import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

export type ConnectionStatus = 'connecting' | 'open' | 'lost';

/** A connection that comes back sooner than this was never worth a word. */
const patienceMs = 2000;

let status: ConnectionStatus = 'connecting';
/** How often a lost connection came back. */
let returns = 0;
/** What a page says while it shows what was kept for times without a network. */
let keptWords: string | null = null;
const listeners = new Set<() => void>();

/** Keeps how the connection stands; true when a lost one has just come back. */
export function setConnectionStatus(next: ConnectionStatus): boolean {
  const isBack = next === 'open' && status === 'lost';
  if (isBack) returns += 1;
  status = next;
  for (const listener of listeners) listener();
  return isBack;
}

/** Keeps what to say of a schedule that is shown though there is no network; null once there is. */
export function setKeptWords(words: string | null): void {
  keptWords = words;
  for (const listener of listeners) listener();
}

/** What to say of a kept schedule, or null where what is shown comes from the server. */
export function useKeptWords(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => keptWords,
    () => null,
  );
}

/** Whether the connection has been lost for a while, so that what is shown may be old. */
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

/** Runs when a lost connection is back: for what failed in a way that no query knows of. */
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
