import { useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { sessionKey } from '../api/query-client.ts';
import { useRemoveStoredDemoUser } from '../session/queries.ts';

const optionsKey = ['business', 'sign-in'] as const;

/** Reads the ways to sign in to this business. */
export function useSignInOptions() {
  return useQuery({
    queryKey: optionsKey,
    queryFn: ({ signal }) => request('getSignInOptions', { signal }),
  });
}

/** Returns the names of the providers that an account is linked to: 'Acme or Google'; '' for none. */
export function useProviderNames(ids: readonly string[]): string {
  const { data: options } = useSignInOptions();
  return ids
    .map((id) => options?.providers.find((provider) => provider.id === id)?.name ?? id)
    .join(' or ');
}

/**
 * Returns a function that refetches who is signed in, for use after a session has begun or ended on this page. The
 * demo user is removed; if there was no session before, requests that failed without one are retried.
 */
export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient();
  const removeStoredDemoUser = useRemoveStoredDemoUser();
  return async () => {
    removeStoredDemoUser();
    // The first admin may just have been created.
    void client.invalidateQueries({ queryKey: optionsKey });
    await client.invalidateQueries({ queryKey: sessionKey, exact: true });
  };
}

/** Reads the details of an invitation without accepting it. */
export function useInvitationDetails(token: string) {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => request('readInvitation', { body: { token }, signal }),
    enabled: token !== '',
  });
}
