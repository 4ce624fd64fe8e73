import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { useSignedInUser } from '../session/queries.ts';
import { readBrowserPush, turnOffPush, turnOnPush } from './push-browser.ts';

/** A live event about the person's notifications invalidates both queries. */
const browserKey = ['notification', 'browser'] as const;
const subscriptionsKey = ['notification', 'push'] as const;

/** Reads the server's public key, this browser's state, and the browsers with notifications turned on by the viewer. */
export function usePushState() {
  const query = useQuery({
    queryKey: subscriptionsKey,
    queryFn: async ({ signal }) => {
      const [{ publicKey }, subscriptions] = await Promise.all([
        request('getPushKey', { signal }),
        request('listPushSubscriptions', { signal }),
      ]);
      return { publicKey, subscriptions };
    },
  });
  const browser = useQuery({
    queryKey: browserKey,
    queryFn: readBrowserPush,
    staleTime: 0,
    // The person may return from the browser's settings.
    refetchOnWindowFocus: 'always',
  });
  return { query, browser: browser.data };
}

/** Turns notifications on in this browser. */
export function useTurnOnPush() {
  const { id } = useSignedInUser();
  const refetch = useRefetchPush();
  return useMutation({
    mutationFn: (publicKey: string) => turnOnPush(id, publicKey),
    onSettled: refetch,
  });
}

/** Turns notifications off in this browser. */
export function useTurnOffPush() {
  return useMutation({ mutationFn: turnOffPush, onSettled: useRefetchPush() });
}

/** Turns notifications off in another browser. */
export function useRemovePushSubscription() {
  return useMutation({
    mutationFn: (id: number) => request('unsubscribeFromPush', { params: { id } }),
    onSettled: useRefetchPush(),
  });
}

function useRefetchPush(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [browserKey, subscriptionsKey].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
}
