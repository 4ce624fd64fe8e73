import type { EventKind } from '@curbwrench/contract/events/schemas';
import {
  hashKey,
  partialMatchKey,
  type Query,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { setConnectionStatus } from './connection.ts';
import { eventCursor } from './event-cursor.ts';
import { followLiveEvents } from './live-events.ts';
import { sessionKey } from './query-client.ts';
import { throttle } from './throttle.ts';

/**
 * The query keys that each kind of event invalidates: keys that start with this kind, and keys of derived data,
 * which start with a different kind.
 */
const keysInvalidatedBy: Record<EventKind, readonly QueryKey[]> = {
  appointment: [['appointment'], ['notification'], ['subscription'], ['user', 'customers']],
  mechanic: [
    ['mechanic'],
    ['appointment', 'stats'],
    ['appointment', 'candidates'],
    ['appointment', 'board'],
    ['appointment', 'tracking'],
  ],
  position: [['mechanic'], ['appointment', 'tracking']],
  payment: [['payment'], ['appointment'], ['notification'], ['subscription']],
  service: [['service'], ['site']],
  vehicle: [['vehicle'], ['user', 'customers']],
  user: [['user']],
  slot: [['appointment', 'slots']],
  conversation: [['conversation'], ['notification']],
  notification: [['notification']],
  plan: [['plan'], ['site']],
  subscription: [['subscription']],
  area: [['area'], ['site']],
  business: [['business'], ['site'], ['appointment', 'slots']],
  working_time: [['working-time'], ['mechanic'], ['notification'], ['appointment', 'board']],
  message_template: [['message-template']],
};

/**
 * The minimum time between two reads of positions, in milliseconds, no matter how many vans are moving. The first
 * read is immediate. A van reports at most every 5 seconds, so someone who follows one van never waits.
 */
const positionsIntervalMs = 2_000;

/**
 * How long changes are collected before their queries are refetched, in milliseconds. One command usually causes
 * several events, and several of them invalidate the same queries.
 */
const batchWindowMs = 100;

/** The kinds of changes that are collected for a client's next refetch. */
const batchedKinds = new WeakMap<QueryClient, Set<EventKind>>();

/** The query that this tab updates itself, with the positions in the responses to its own reports. */
let locallyUpdatedKey: QueryKey | null = null;

/**
 * Call this with a query's key when this tab starts to report its user's position and to update that query from the
 * responses; call it with null when the reports stop. While this tab reports, position events refetch that query only
 * in the user's other tabs.
 */
export function setLocallyUpdatedQuery(queryKey: QueryKey | null): void {
  locallyUpdatedKey = queryKey;
}

/** Keeps this tab's queries up to date with live events while someone is signed in. */
export function useLiveEvents(client: QueryClient, userId: string): void {
  useEffect(() => {
    const positionRefetch = throttle(positionsIntervalMs, () => invalidatePositions(client));
    const stopFollowing = followLiveEvents(
      {
        openStream: (url) => new EventSource(url, { withCredentials: true }),
        openChannel: (name) => new BroadcastChannel(name),
        locks: 'locks' in navigator ? navigator.locks : undefined,
        cursor: eventCursor,
      },
      userId,
      {
        onChange: ({ kind, id }) => {
          if (kind === 'position') positionRefetch.request();
          else refetchSoon(client, kind);
          // A mechanic's status is part of their session. It can be changed in another window or by
          // the office; changes to other mechanics do not require refetching the session.
          if (kind === 'mechanic' && id === userId) {
            invalidateAndRefetch(client, { queryKey: sessionKey, exact: true });
          }
        },
        onReset: () => invalidateAndRefetch(client, {}),
        onStaleData: () => invalidateAndRefetch(client, { predicate: isAffectedByEvents }),
        onRefused: () => void client.invalidateQueries({ queryKey: sessionKey, exact: true }),
        onStatus: (status) => {
          if (setConnectionStatus(status)) retryFailedQueries(client);
        },
      },
    );
    return () => {
      positionRefetch.stop();
      stopFollowing();
    };
  }, [client, userId]);
}

/**
 * Invalidates the queries that a change of this kind affects, and refetches those that are shown. All changes within
 * `batchWindowMs` cause one refetch.
 */
export function refetchSoon(client: QueryClient, kind: EventKind): void {
  const collected = batchedKinds.get(client);
  if (collected) {
    collected.add(kind);
    return;
  }
  const kinds = new Set([kind]);
  batchedKinds.set(client, kinds);
  setTimeout(() => {
    batchedKinds.delete(client);
    const keys = [...kinds].flatMap((each) => keysInvalidatedBy[each]);
    invalidateAndRefetch(client, {
      predicate: ({ queryKey }) => keys.some((key) => partialMatchKey(queryKey, key)),
    });
  }, batchWindowMs);
}

/** Invalidates all queries with positions, except the query that this tab updates from its own reports. */
export function invalidatePositions(client: QueryClient): void {
  const locallyUpdatedHash = locallyUpdatedKey && hashKey(locallyUpdatedKey);
  const predicate = ({ queryHash }: Query) => queryHash !== locallyUpdatedHash;
  for (const queryKey of keysInvalidatedBy.position) {
    invalidateAndRefetch(client, { queryKey, predicate });
  }
}

/**
 * Retries queries that failed while the connection was lost: the stream resumes, but their requests failed
 * without a response.
 */
function retryFailedQueries(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
}

/**
 * Returns whether live events can affect this query. This includes the session: it was rendered with the
 * page, and changes to this person since then may have been missed.
 */
function isAffectedByEvents({ queryKey }: Query): boolean {
  const [kind] = queryKey;
  return typeof kind === 'string' && kind in keysInvalidatedBy;
}

/** Queries that were invalidated while their first fetch was in flight. */
const queriesToRefetch = new WeakSet<Query>();

/**
 * Invalidates queries and refetches those that are shown. A first fetch in flight may predate the change:
 * it is not canceled, because there is no other data to show yet, and the query is refetched once it completes.
 */
export function invalidateAndRefetch(client: QueryClient, filters: QueryFilters): void {
  for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined || queriesToRefetch.has(query)) continue;
    queriesToRefetch.add(query);
    const refetch = () => {
      queriesToRefetch.delete(query);
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    // A failed fetch is retried by the component that shows it.
    query.promise?.then(refetch, () => queriesToRefetch.delete(query));
  }
  void client.invalidateQueries(filters);
}
