import type { EventKind } from '@curbwrench/contract/events';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setConnectionStatus } from './connection.ts';
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
  payment: [
    ['payment'],
    ['appointment', 'stats'],
    ['appointment', 'one'],
    ['notification'],
    ['subscription'],
  ],
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
          onStatus: (status) => {
            if (setConnectionStatus(status)) askAgainForWhatFailed(client);
          },
        },
      ),
    [client, userId],
  );
}

/** The stream resumes where it stopped, but what was asked for meanwhile got no answer. */
function askAgainForWhatFailed(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
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
