import type { EndpointInput } from '@curbwrench/contract/api/endpoint-schemas';
import type { Subscription } from '@curbwrench/contract/plans/subscription-schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';

/** Reads the available plans; admins also get archived plans that still have members. */
export function usePlans() {
  return useQuery(plansQuery);
}

export const plansQuery = queryOptions({
  queryKey: ['plan', 'list'],
  queryFn: ({ signal }) => request('listPlans', { signal }),
});

/**
 * Reads a customer's subscription, or null if they have none: the viewer's own or, for the office, that of
 * `customerId`. Reads nothing while `enabled` is false.
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
      const [subscription = null] = await request('listSubscriptions', {
        query: { customerId },
        signal,
      });
      return subscription;
    },
  });
}

/**
 * Reads the subscription that applies to a booking: the customer's own or, for the office, the selected customer's.
 * It is returned as `plan` if it is active, and as `unpaidPlan` if it is inactive because its fee is unpaid.
 * Both are null if there is none, for a visitor, and while loading.
 */
export function useBookingPlan(
  booker: 'customer' | 'office' | 'visitor',
  customerId: string | undefined,
): { plan: Subscription | null; unpaidPlan: Subscription | null; isLoadingPlan: boolean } {
  const isCustomerKnown =
    booker === 'customer' || (booker === 'office' && customerId !== undefined);
  const { data, isLoading } = useSubscription({ customerId, enabled: isCustomerKnown });
  const subscription = (isCustomerKnown && data) || null;
  return {
    plan: subscription?.active ? subscription : null,
    unpaidPlan: subscription?.active ? null : subscription,
    isLoadingPlan: isLoading,
  };
}

/** Joins a plan, which immediately creates a pending payment. */
export function useJoinPlan() {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (body: EndpointInput<'joinPlan', 'body'>) => request('joinPlan', { body }),
    onSettled: () => invalidate(['subscription'], ['payment'], ['plan']),
  });
}

/** Sets whether a subscription renews; if not, it ends with the current billing period. */
export function useChangeRenewal() {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: ({ id, renews }: { id: number; renews: boolean }) =>
      request('changeSubscription', { params: { id }, body: { renews } }),
    onSettled: () => invalidate(['subscription']),
  });
}

/** Creates a plan, or changes the one with this id. For admins. */
export function useSavePlan(id: number | null) {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (body: EndpointInput<'createPlan', 'body'>) =>
      id === null
        ? request('createPlan', { body })
        : request('changePlan', { params: { id }, body }),
    onSettled: () => invalidate(['plan']),
  });
}

/** Archives a plan. For admins. */
export function useArchivePlan() {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (id: number) => request('archivePlan', { params: { id } }),
    onSettled: () => invalidate(['plan']),
  });
}

function useInvalidate() {
  const client = useQueryClient();
  return (...keys: string[][]) =>
    Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
