import type { EndpointInput } from '@curbwrench/contract/api/endpoint-schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';

const businessSettingsQuery = queryOptions({
  queryKey: ['business', 'settings'],
  queryFn: ({ signal }) => request('getBusinessSettings', { signal }),
});

/** Reads the business's settings. For admins. */
export function useBusinessSettings() {
  return useQuery(businessSettingsQuery);
}

/** Saves the business's settings, and refetches all queries about the business. For admins. */
export function useSaveBusinessSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'saveBusinessSettings', 'body'>) =>
      request('saveBusinessSettings', { body }),
    onSuccess: (saved) => client.setQueryData(businessSettingsQuery.queryKey, saved),
    onSettled: () => client.invalidateQueries({ queryKey: ['business'] }),
  });
}

/** Saves the logo, or removes it if null, and refetches all queries about the business. For admins. */
export function useSaveLogo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'saveLogo', 'body'>) => request('saveLogo', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['business'] }),
  });
}
