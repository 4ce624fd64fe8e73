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

/** Returns the query of `useSubscription`, for loaders. */
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
 * selected customer. `plan` is set if it is active, `unpaid` if it is inactive because its fee is unpaid.
 * Both are null without a plan, for a visitor, and while loading.
 */
export function useBookingPlan(
  booker: 'customer' | 'dispatch' | 'visitor',
  customerId: string | undefined,
): { plan: Subscription | null; unpaid: Subscription | null; isLoadingPlan: boolean } {
  const isOwnerKnown = booker === 'customer' || (booker === 'dispatch' && customerId !== undefined);
  const { data, isLoading } = useSubscription({ customerId, enabled: isOwnerKnown });
  const subscription = (isOwnerKnown && data) || null;
  return {
    plan: subscription?.active ? subscription : null,
    unpaid: subscription?.active ? null : subscription,
    isLoadingPlan: isLoading,
  };
}

/** Joins a plan, which immediately creates a pending payment. */
export function useJoinPlan() {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (body: CallInput<'joinPlan', 'body'>) => call('joinPlan', { body }),
    onSettled: () => invalidate(['subscription'], ['payment'], ['plan']),
  });
}

/** Sets whether a subscription renews: false leaves the plan at the end of its interval. */
export function useChangeRenewal() {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: ({ id, renews }: { id: number; renews: boolean }) =>
      call('changeSubscription', { params: { id }, body: { renews } }),
    onSettled: () => invalidate(['subscription']),
  });
}

/** Creates a plan, or changes the one with this id. For admins. */
export function useSavePlan(id: number | null) {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (body: CallInput<'createPlan', 'body'>) =>
      id === null ? call('createPlan', { body }) : call('changePlan', { params: { id }, body }),
    onSettled: () => invalidate(['plan']),
  });
}

/** Archives a plan. For admins. */
export function useArchivePlan() {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (id: number) => call('archivePlan', { params: { id } }),
    onSettled: () => invalidate(['plan']),
  });
}

function useInvalidate() {
  const client = useQueryClient();
  return (...keys: string[][]) =>
    Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
