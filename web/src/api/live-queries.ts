import type { EventKind } from '@curbwrench/contract/events';
import type { Query, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setConnectionStatus } from './connection.ts';
import { eventCursor } from './event-cursor.ts';
import { followLiveEvents } from './live-events.ts';
import { sessionKey } from './query-client.ts';

/**
 * The query keys that a change invalidates: those that start with its noun, and those of figures computed
 * from it though they belong to another noun.
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

/** Keeps this tab's queries up to date by live events while someone is signed in. */
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
          // office; changes to other mechanics are no reason to read the session again.
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

/**
 * Repeats queries that failed while the connection was lost: the stream resumes, but their requests got no
 * answer.
 */
function askAgainForWhatFailed(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
}

/**
 * Returns whether live events concern this query. That includes the session: it came with the page, and
 * which of this person's changes were missed since then is not known.
 */
function tellsOfChanges({ queryKey }: Query): boolean {
  const [noun] = queryKey;
  return typeof noun === 'string' && noun in madeOld;
}

/** Queries whose first read is in flight and that have been invalidated meanwhile. */
const overtaken = new WeakSet<Query>();

/**
 * Invalidates queries and refetches those that are shown. A first read in flight may predate the change:
 * it may finish, so that something is shown, and is then repeated.
 */
export function readAgain(client: QueryClient, filters: QueryFilters): void {
  for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined || overtaken.has(query)) continue;
    overtaken.add(query);
    const repeat = () => {
      overtaken.delete(query);
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    // A failed read is repeated by the component that shows it.
    query.promise?.then(repeat, () => overtaken.delete(query));
  }
  void client.invalidateQueries(filters);
}
