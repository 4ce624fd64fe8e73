import type { CallInput } from '@curbwrench/contract/api/call-schemas';
import type { Subscription } from '@curbwrench/contract/plans/subscription-schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Reads the plans on offer; for admins also archived ones that still have members. */
export function usePlans() {
  return useQuery(plansQuery);
}

export const plansQuery = queryOptions({
  queryKey: ['plan', 'list'],
  queryFn: ({ signal }) => call('listPlans', { signal }),
});

/**
 * Reads the plan of a customer, null for none: the viewer's own, or that of `customerId`, for whom
 * dispatch books. Reads nothing while `enabled` is false.
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
 * Reads the plan of the person a service is booked for: a customer's own, or for dispatch that of the
 * selected customer. `plan` is set if it applies now, `unpaid` if it doesn't because its fee is unpaid.
 * Both are null without one, for a visitor, and while loading.
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

/** Joins a plan. Its payment is pending immediately. */
export function useJoinPlan() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: CallInput<'joinPlan', 'body'>) => call('joinPlan', { body }),
    onSettled: () => refresh(['subscription'], ['payment'], ['plan']),
  });
}

/** Leaves a plan at the end of its interval (false), or stays after all. */
export function useKeepPlan() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, renews }: { id: number; renews: boolean }) =>
      call('changeSubscription', { params: { id }, body: { renews } }),
    onSettled: () => refresh(['subscription']),
  });
}

/** Creates a plan, or changes the one with this id. For admins. */
export function useSavePlan(id: number | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: CallInput<'createPlan', 'body'>) =>
      id === null ? call('createPlan', { body }) : call('changePlan', { params: { id }, body }),
    onSettled: () => refresh(['plan']),
  });
}

/** Archives a plan. For admins. */
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
