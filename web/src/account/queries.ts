import type { Account } from '@curbwrench/contract/accounts';
import type { CallInput } from '@curbwrench/contract/call-schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { sessionKey } from '../api/query-client.ts';
import { setSecondFactorAsked } from '../api/second-factor.ts';

/** One's own account; read again whenever a live event says that a person changed. */
const accountKey = ['user', 'account'] as const;
const sessionsKey = ['user', 'sessions'] as const;

/** The signed-in person's account. */
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

/** Puts an account as a call answered it on every screen that shows it or its owner. */
export function useAccountChanged(): (account: Account) => Promise<void> {
  const client = useQueryClient();
  return async (account) => {
    client.setQueryData<Account>(accountKey, account);
    setSecondFactorAsked(account.twoFactorRequired);
    await client.invalidateQueries({ queryKey: sessionKey, exact: true });
    // What was refused before may be open now.
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

/** Asks for another e-mail address; the account then shows it as pending. */
export function useChangeEmail() {
  const client = useQueryClient();
  return async (body: CallInput<'changeEmail', 'body'>): Promise<void> => {
    await call('changeEmail', { body });
    await client.invalidateQueries({ queryKey: accountKey });
  };
}

/** Cancels the change of e-mail address that is pending. */
export function useCancelEmailChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('cancelEmailChange', {}),
    onSuccess: () => client.invalidateQueries({ queryKey: accountKey }),
  });
}

/** Where this account is signed in, this browser among them. */
export function useSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => call('listSessions', { signal }),
    // Others come and go without a word to this page.
    staleTime: 0,
  });
}

/** For when other browsers were logged out by something done here. */
export function useSessionsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: sessionsKey });
}

/** Signs out one other browser, or with null all others. */
export async function endSession(id: string | null, password: string): Promise<void> {
  const body = { password };
  if (id === null) await call('revokeOtherSessions', { body });
  else await call('revokeSession', { params: { id }, body });
}
