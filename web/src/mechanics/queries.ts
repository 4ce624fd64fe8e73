import type { SessionUser } from '@curbwrench/contract/people/schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getErrorMessageWithStatus } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { pollIntervalMs } from '../api/polling.ts';
import { sessionKey } from '../api/query-client.ts';
import { showFailureToast } from '../ui/toast-store.ts';

/** Reads all mechanics, as the office sees them. */
export function useMechanics({ poll = false }: { poll?: boolean } = {}) {
  return useQuery({ ...mechanicsQuery, refetchInterval: poll && pollIntervalMs });
}

export const mechanicsQuery = queryOptions({
  queryKey: ['mechanic', 'list'],
  queryFn: ({ signal }) => request('listMechanics', { signal }),
});

/** Returns the query that reads the signed-in mechanic, as the office sees them. */
export function signedInMechanicQuery(id: string) {
  return queryOptions({
    queryKey: ['mechanic', 'one', id],
    queryFn: ({ signal }) => request('getMechanic', { params: { id }, signal }),
  });
}

/** The statuses that the availability toggle can set. */
export type Availability = 'available' | 'offline';

/**
 * Sets the signed-in mechanic's availability. The screen shows it immediately, and returns to the previous
 * status if the server refuses.
 */
export function useChangeAvailability() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (status: Availability) => request('changeMechanicStatus', { body: { status } }),
    onMutate: async (status) => {
      await client.cancelQueries({ queryKey: sessionKey });
      const previousUser = client.getQueryData<SessionUser | null>(sessionKey);
      client.setQueryData<SessionUser | null>(sessionKey, (user) => user && { ...user, status });
      return { previousUser };
    },
    onError: (_error, _status, context) => {
      if (context) client.setQueryData(sessionKey, context.previousUser);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: sessionKey }),
        client.invalidateQueries({ queryKey: ['mechanic'] }),
      ]),
  });
}

interface SickChange {
  readonly id: string;
  /** True to mark the mechanic as sick for the rest of today, false once they are back. */
  readonly sick: boolean;
  /** Runs even if a live event has already removed the pressed button. */
  readonly onSuccess: () => void;
}

/** Returns a function that marks a mechanic as sick for the rest of today, or as back at work; failures show a toast. */
export function useSickToday() {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, sick }: SickChange) =>
      request(sick ? 'reportSick' : 'withdrawSickReport', { params: { id } }),
    onSuccess: (_mechanic, { onSuccess }) => {
      onSuccess();
      // Most of what is shown depends on who is working.
      return client.invalidateQueries();
    },
    onError: (error) => showFailureToast('Failed to save', getErrorMessageWithStatus(error)),
  });
  return {
    isPending,
    setSick: (id: string, sick: boolean, onSuccess: () => void) => mutate({ id, sick, onSuccess }),
  };
}
