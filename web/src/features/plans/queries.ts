import type { CallInput } from '@curbwrench/contract/call-schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** Plans on offer; for admins also those that somebody still has. */
export function usePlans() {
  return useQuery({
    queryKey: ['plan', 'list'],
    queryFn: ({ signal }) => call('listPlans', { signal }),
  });
}

/**
 * The plan of a customer, null for none: one's own, or that of `customerId`, for whom dispatch
 * books. Nothing is asked while `enabled` is false.
 */
export function useSubscription({
  customerId,
  enabled = true,
}: { customerId?: string | undefined; enabled?: boolean } = {}) {
  return useQuery({
    queryKey: ['subscription', customerId ?? 'own'],
    queryFn: async ({ signal }) => {
      const [subscription = null] = await call('listSubscriptions', {
        query: { customerId },
        signal,
      });
      return subscription;
    },
    enabled,
  });
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
