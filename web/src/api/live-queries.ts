import type { EventKind } from '@curbwrench/contract/events';
import type { Query, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setConnectionStatus } from './connection.ts';
import { eventCursor } from './event-cursor.ts';
import { followLiveEvents } from './live-events.ts';
import { sessionKey } from './query-client.ts';

/**
 * The queries that a change makes old: those whose key starts with its noun, and the figures that
 * are computed from it though they stand under another noun.
 */
const madeOld: Record<EventKind, readonly QueryKey[]> = {
  appointment: [['appointment'], ['notification'], ['subscription']],
  mechanic: [
    ['mechanic'],
    ['appointment', 'stats'],
    ['appointment', 'candidates'],
    ['appointment', 'tracking'],
  ],
  payment: [['payment'], ['appointment'], ['notification'], ['subscription']],
  service: [['service']],
  vehicle: [['vehicle']],
  user: [['user']],
  slot: [['appointment', 'slots']],
  conversation: [['conversation'], ['notification']],
  notification: [['notification']],
  plan: [['plan']],
  subscription: [['subscription']],
  area: [['area']],
};

/** Keeps the queries of this tab true by live events while someone is signed in. */
export function useLiveEvents(client: QueryClient, userId: string): void {
  useEffect(() => {
    return followLiveEvents(
      {
        openStream: (url) => new EventSource(url, { withCredentials: true }),
        openChannel: (name) => new BroadcastChannel(name),
        locks: 'locks' in navigator ? navigator.locks : undefined,
        reads: eventCursor,
      },
      userId,
      {
        onChange: ({ kind, id }) => {
          for (const queryKey of madeOld[kind]) readAgain(client, { queryKey });
          // A mechanic's status is part of their session. It may change in another window, or by the
          // office; what happens to other mechanics is no reason to ask who is signed in.
          if (kind === 'mechanic' && id === userId) {
            readAgain(client, { queryKey: sessionKey, exact: true });
          }
        },
        onReset: () => readAgain(client, {}),
        onBehind: () => readAgain(client, { predicate: tellsOfChanges }),
        onRefused: () => void client.invalidateQueries({ queryKey: sessionKey, exact: true }),
        onStatus: (status) => {
          if (setConnectionStatus(status)) askAgainForWhatFailed(client);
        },
      },
    );
  }, [client, userId]);
}

/** The stream resumes where it stopped, but what was asked for meanwhile got no answer. */
function askAgainForWhatFailed(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
}

/**
 * Whether events make this query old. The session is among them: it came with the page, and which of
 * its person's own changes were missed since then is not known.
 */
function tellsOfChanges({ queryKey }: Query): boolean {
  const [noun] = queryKey;
  return typeof noun === 'string' && noun in madeOld;
}

/** First readings under way to which something has happened meanwhile. */
const overtaken = new WeakSet<Query>();

/**
 * Makes queries old, and reads again what is shown of them. A first reading that is under way may
 * have been made before the change: it is left to end, so that something is shown, and then repeated.
 */
export function readAgain(client: QueryClient, filters: QueryFilters): void {
  for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined || overtaken.has(query)) continue;
    overtaken.add(query);
    const repeat = () => {
      overtaken.delete(query);
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    // What failed is asked for again by whoever looks at it.
    query.promise?.then(repeat, () => overtaken.delete(query));
  }
  void client.invalidateQueries(filters);
}
