import type { SetupChecklistChange } from '@curbwrench/contract/business/schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { pollIntervalMs } from '../api/polling.ts';

const checklistQuery = queryOptions({
  queryKey: ['business', 'setup-checklist'],
  queryFn: ({ signal }) => request('getSetupChecklist', { signal }),
});

/**
 * Reads which setup steps are done. Live events invalidate this query only after changes to the business itself; polling
 * catches changes to services, people and areas. For admins.
 */
export function useSetupChecklist() {
  return useQuery({ ...checklistQuery, refetchInterval: pollIntervalMs });
}

/** Checks or unchecks a step, or shows or hides the checklist. For admins. */
export function useChangeSetupChecklist() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SetupChecklistChange) => request('changeSetupChecklist', { body }),
    onSuccess: (checklist) => client.setQueryData(checklistQuery.queryKey, checklist),
  });
}

/** Returns a function that refetches the checklist. Call it after a step has been completed elsewhere. */
export function useRefreshSetupChecklist(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: checklistQuery.queryKey });
}
