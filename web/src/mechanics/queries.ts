import type { SessionUser } from '@curbwrench/contract/people/schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { pollIntervalMs } from '../api/polling.ts';
import { sessionKey } from '../api/query-client.ts';

/** Reads all mechanics, as dispatch sees them. */
export function useMechanics({ poll = false }: { poll?: boolean } = {}) {
  return useQuery({ ...mechanicsQuery, refetchInterval: poll && pollIntervalMs });
}

export const mechanicsQuery = queryOptions({
  queryKey: ['mechanic', 'list'],
  queryFn: ({ signal }) => call('listMechanics', { signal }),
});

/** Reads the signed-in mechanic as dispatch sees them. */
export function ownMechanicQuery(id: string) {
  return queryOptions({
    queryKey: ['mechanic', 'one', id],
    queryFn: ({ signal }) => call('getMechanic', { params: { id }, signal }),
  });
}

/** What the availability toggle sets. */
export type Availability = 'available' | 'offline';

/**
 * Sets the signed-in mechanic's availability. The screen shows it immediately, and the previous one again
 * if the server refuses.
 */
export function useChangeAvailability() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (status: Availability) => call('changeMechanicStatus', { body: { status } }),
    onMutate: async (status) => {
      await client.cancelQueries({ queryKey: sessionKey });
      const before = client.getQueryData<SessionUser | null>(sessionKey);
      client.setQueryData<SessionUser | null>(sessionKey, (user) => user && { ...user, status });
      return { before };
    },
    onError: (_error, _status, context) => {
      if (context) client.setQueryData(sessionKey, context.before);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: sessionKey }),
        client.invalidateQueries({ queryKey: ['mechanic'] }),
      ]),
  });
}
