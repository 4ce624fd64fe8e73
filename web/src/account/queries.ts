import type { Account } from '@curbwrench/contract/accounts/schemas';
import type { EndpointInput } from '@curbwrench/contract/api/endpoint-schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { sessionKey } from '../api/query-client.ts';
import { setSecondFactorRequired } from '../api/second-factor.ts';

/** The query key of the viewer's own account. A live event about any person invalidates it. */
const accountKey = ['user', 'account'] as const;
const sessionsKey = ['user', 'sessions'] as const;

/** Reads the signed-in person's account. */
export function useAccount() {
  return useQuery({
    queryKey: accountKey,
    queryFn: async ({ signal }) => {
      const account = await request('getAccount', { signal });
      setSecondFactorRequired(account.twoFactorRequired);
      return account;
    },
  });
}

/**
 * Returns a function that takes the account from a response and updates every screen that shows the account or its
 * owner.
 */
export function useApplyAccount(): (account: Account) => Promise<void> {
  const client = useQueryClient();
  return async (account) => {
    client.setQueryData<Account>(accountKey, account);
    setSecondFactorRequired(account.twoFactorRequired);
    await client.invalidateQueries({ queryKey: sessionKey, exact: true });
    // Requests that were refused before may be allowed now.
    void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
  };
}

/** Changes the name, the phone number or the picture. */
export function useChangeAccount() {
  const applyAccount = useApplyAccount();
  return useMutation({
    mutationFn: (change: EndpointInput<'changeAccount', 'body'>) =>
      request('changeAccount', { body: change }),
    onSuccess: applyAccount,
  });
}

/** Requests a change of the email address; the account then shows the change as pending. */
export function useChangeEmail() {
  const client = useQueryClient();
  return async (body: EndpointInput<'changeEmail', 'body'>): Promise<void> => {
    await request('changeEmail', { body });
    await client.invalidateQueries({ queryKey: accountKey });
  };
}

/** Cancels the pending change of the email address. */
export function useCancelEmailChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('cancelEmailChange', {}),
    onSuccess: () => client.invalidateQueries({ queryKey: accountKey }),
  });
}

/** Reads the account's sessions, including this browser's. */
export function useSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => request('listSessions', { signal }),
    // No live event reports a new session.
    staleTime: 0,
  });
}

/** Returns a function that refetches the list of sessions. Call it after logging out other browsers. */
export function useRefreshSessionList(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: sessionsKey });
}

/** Ends the session with this id, or all except this browser's if null. */
export async function endSession(id: string | null, password: string): Promise<void> {
  const body = { password };
  if (id === null) await request('revokeOtherSessions', { body });
  else await request('revokeSession', { params: { id }, body });
}
