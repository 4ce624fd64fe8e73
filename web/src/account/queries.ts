import type { Account } from '@curbwrench/contract/accounts/schemas';
import type { CallInput } from '@curbwrench/contract/api/call-schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { sessionKey } from '../api/query-client.ts';
import { setSecondFactorAsked } from '../api/second-factor.ts';

/** The viewer's own account; refetched whenever a live event reports a changed person. */
const accountKey = ['user', 'account'] as const;
const sessionsKey = ['user', 'sessions'] as const;

/** Reads the signed-in person's account. */
export function useAccount() {
  return useQuery({
    queryKey: accountKey,
    queryFn: async ({ signal }) => {
      const account = await call('getAccount', { signal });
      setSecondFactorAsked(account.twoFactorRequired);
      return account;
    },
  });
}

/**
 * Returns a function that applies an account from a call's answer to every screen that shows it or its
 * owner.
 */
export function useAccountChanged(): (account: Account) => Promise<void> {
  const client = useQueryClient();
  return async (account) => {
    client.setQueryData<Account>(accountKey, account);
    setSecondFactorAsked(account.twoFactorRequired);
    await client.invalidateQueries({ queryKey: sessionKey, exact: true });
    // Requests that were refused before may be allowed now.
    void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
  };
}

/** Changes the name, the phone or the picture. */
export function useChangeAccount() {
  const isChanged = useAccountChanged();
  return useMutation({
    mutationFn: (change: CallInput<'changeAccount', 'body'>) =>
      call('changeAccount', { body: change }),
    onSuccess: isChanged,
  });
}

/** Requests a change of e-mail address; the account then shows it as pending. */
export function useChangeEmail() {
  const client = useQueryClient();
  return async (body: CallInput<'changeEmail', 'body'>): Promise<void> => {
    await call('changeEmail', { body });
    await client.invalidateQueries({ queryKey: accountKey });
  };
}

/** Cancels the pending change of e-mail address. */
export function useCancelEmailChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('cancelEmailChange', {}),
    onSuccess: () => client.invalidateQueries({ queryKey: accountKey }),
  });
}

/** Reads where this account is signed in, including this browser. */
export function useSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => call('listSessions', { signal }),
    // This page is not notified of other sessions.
    staleTime: 0,
  });
}

/** Returns a function to call after other browsers were logged out. */
export function useSessionsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: sessionsKey });
}

/** Signs out one other browser, or all others if null. */
export async function endSession(id: string | null, password: string): Promise<void> {
  const body = { password };
  if (id === null) await call('revokeOtherSessions', { body });
  else await call('revokeSession', { params: { id }, body });
}
