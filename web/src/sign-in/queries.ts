import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { sessionKey } from '../api/query-client.ts';
import { useForgetDemoUser } from '../session/queries.ts';

const optionsKey = ['business', 'sign-in'] as const;

/** How one can come in here. */
export function useSignInOptions() {
  return useQuery({
    queryKey: optionsKey,
    queryFn: ({ signal }) => call('getSignInOptions', { signal }),
  });
}

/** The names of providers that an account is linked with: 'Acme or Google'; '' for none. */
export function useProviderNames(ids: readonly string[]): string {
  const { data: options } = useSignInOptions();
  return ids
    .map((id) => options?.providers.find((provider) => provider.id === id)?.name ?? id)
    .join(' or ');
}

/**
 * For when a session has just begun or ended on this page: asks who is signed in. The demo user
 * goes; where there was no session before, what failed for want of one is asked again.
 */
export function useSessionChanged(): () => Promise<void> {
  const client = useQueryClient();
  const forgetDemoUser = useForgetDemoUser();
  return async () => {
    forgetDemoUser();
    // The first admin may just have come.
    void client.invalidateQueries({ queryKey: optionsKey });
    await client.invalidateQueries({ queryKey: sessionKey, exact: true });
  };
}

/** What stands behind an invitation's link; asking changes nothing. */
export function useInvitationOffer(token: string) {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call('readInvitation', { body: { token }, signal }),
    enabled: token !== '',
  });
}
