import type { CallInput } from '@curbwrench/contract/call-schemas';
import type { Subscription } from '@curbwrench/contract/subscriptions';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Plans on offer; for admins also those that somebody still has. */
export function usePlans() {
  return useQuery(plansQuery);
}

export const plansQuery = queryOptions({
  queryKey: ['plan', 'list'],
  queryFn: ({ signal }) => call('listPlans', { signal }),
});

/**
 * The plan of a customer, null for none: one's own, or that of `customerId`, for whom dispatch
 * books. Nothing is asked while `enabled` is false.
 */
export function useSubscription({
  customerId,
  enabled = true,
}: { customerId?: string | undefined; enabled?: boolean } = {}) {
  return useQuery({ ...subscriptionQuery(customerId), enabled });
}

export function subscriptionQuery(customerId?: string) {
  return queryOptions({
    queryKey: ['subscription', customerId ?? 'own'],
    queryFn: async ({ signal }) => {
      const [subscription = null] = await call('listSubscriptions', {
        query: { customerId },
        signal,
      });
      return subscription;
    },
  });
}

/**
 * The plan of whoever a service is booked for: a customer's own, or for dispatch that of the
 * customer they named. `plan` is the one that counts now, `unpaid` one that doesn't because its fee
 * isn't paid. Both are null without one, for a visitor, and while it is asked for.
 */
export function usePlanOf(
  booker: 'customer' | 'dispatch' | 'visitor',
  customerId: string | undefined,
): { plan: Subscription | null; unpaid: Subscription | null; isAsking: boolean } {
  const isOwnerKnown = booker === 'customer' || (booker === 'dispatch' && customerId !== undefined);
  const { data, isLoading } = useSubscription({ customerId, enabled: isOwnerKnown });
  const theirs = (isOwnerKnown && data) || null;
  return {
    plan: theirs?.active ? theirs : null,
    unpaid: theirs?.active ? null : theirs,
    isAsking: isLoading,
  };
}

/** Joins a plan. Its payment is pending at once. */
export function useJoinPlan() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: CallInput<'joinPlan', 'body'>) => call('joinPlan', { body }),
    onSettled: () => refresh(['subscription'], ['payment'], ['plan']),
  });
}

/** Leaves a plan when its interval ends (false), or stays after all. */
export function useKeepPlan() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, renews }: { id: number; renews: boolean }) =>
      call('changeSubscription', { params: { id }, body: { renews } }),
    onSettled: () => refresh(['subscription']),
  });
}

/** Makes a plan, or changes the one of that id. For admins. */
export function useSavePlan(id: number | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: CallInput<'createPlan', 'body'>) =>
      id === null ? call('createPlan', { body }) : call('changePlan', { params: { id }, body }),
    onSettled: () => refresh(['plan']),
  });
}

/** Takes a plan off offer. For admins. */
export function useArchivePlan() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => call('archivePlan', { params: { id } }),
    onSettled: () => refresh(['plan']),
  });
}

function useRefresh() {
  const client = useQueryClient();
  return (...keys: string[][]) =>
    Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
