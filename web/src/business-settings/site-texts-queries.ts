import type { CallInput } from '@curbwrench/contract/api/call-schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';

const siteTextsQuery = queryOptions({
  queryKey: ['business', 'texts'],
  queryFn: ({ signal }) => call('getSiteTexts', { signal }),
});

/** Reads the texts that visitors read. For admins. */
export function useSiteTexts() {
  return useQuery(siteTextsQuery);
}

/** Saves the texts that visitors read, and refetches what shows them. For admins. */
export function useSaveSiteTexts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<'saveSiteTexts', 'body'>) => call('saveSiteTexts', { body }),
    onSuccess: (saved) => client.setQueryData(siteTextsQuery.queryKey, saved),
    onSettled: () => client.invalidateQueries({ queryKey: ['site'] }),
  });
}
