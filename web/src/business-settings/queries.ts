import type { CallInput } from '@curbwrench/contract/api/call-schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';

const businessSettingsQuery = queryOptions({
  queryKey: ['business', 'settings'],
  queryFn: ({ signal }) => call('getBusinessSettings', { signal }),
});

/** Reads the business's settings. For admins. */
export function useBusinessSettings() {
  return useQuery(businessSettingsQuery);
}

/** Saves the business's settings, and refetches all queries about the business. For admins. */
export function useSaveBusinessSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<'saveBusinessSettings', 'body'>) =>
      call('saveBusinessSettings', { body }),
    onSuccess: (saved) => client.setQueryData(businessSettingsQuery.queryKey, saved),
    onSettled: () => client.invalidateQueries({ queryKey: ['business'] }),
  });
}

/** Saves the logo, or removes it if null, and refetches all queries about the business. For admins. */
export function useSaveLogo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<'saveLogo', 'body'>) => call('saveLogo', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['business'] }),
  });
}
