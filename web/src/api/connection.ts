import type { EventKind } from '@curbwrench/contract/events';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { followLiveEvents, type ConnectionStatus } from './live-events.ts';
import { sessionKey } from './query-client.ts';

/**
 * The queries that a change makes old: those whose key starts with its noun, and the figures that
 * are computed from it though they stand under another noun.
 */
const madeOld: Record<EventKind, readonly QueryKey[]> = {
  appointment: [['appointment']],
  mechanic: [['mechanic'], ['appointment', 'stats'], ['appointment', 'candidates']],
  payment: [['payment'], ['appointment', 'stats']],
  service: [['service']],
  vehicle: [['vehicle']],
  user: [['user']],
  slot: [['appointment', 'slots']],
};

/** A connection that comes back sooner than this was never worth a word. */
const patienceMs = 2000;

let status: ConnectionStatus = 'connecting';
const listeners = new Set<() => void>();

/** Keeps the queries of this tab true by live events while someone is signed in. */
export function useLiveEvents(client: QueryClient, userId: string): void {
  useEffect(
    () =>
      followLiveEvents(
        {
          openStream: (url) => new EventSource(url, { withCredentials: true }),
          openChannel: (name) => new BroadcastChannel(name),
          locks: 'locks' in navigator ? navigator.locks : undefined,
        },
        userId,
        {
          onChange: ({ kind }) => {
            for (const queryKey of madeOld[kind]) void client.invalidateQueries({ queryKey });
          },
          onReset: () => void client.invalidateQueries(),
          onFirstOpen: () => refreshWhatCameBefore(client, Date.now()),
          onRefused: () => void client.invalidateQueries({ queryKey: sessionKey, exact: true }),
          onStatus: setStatus,
        },
      ),
    [client, userId],
  );
}

/** Whether the connection has been lost for a while, so that what is shown may be old. */
export function useConnectionLost(): boolean {
  const current = useSyncExternalStore(subscribe, () => status);
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

/** What was read before the stream opened can have changed in between without a word. */
function refreshWhatCameBefore(client: QueryClient, openedAt: number): void {
  void client.invalidateQueries({
    predicate: ({ queryKey, state }) =>
      typeof queryKey[0] === 'string' &&
      queryKey[0] in madeOld &&
      queryKey[0] !== sessionKey[0] &&
      state.dataUpdatedAt > 0 &&
      state.dataUpdatedAt < openedAt,
  });
}

function setStatus(next: ConnectionStatus): void {
  status = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
