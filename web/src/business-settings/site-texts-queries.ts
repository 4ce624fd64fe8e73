import type { EndpointInput } from '@curbwrench/contract/api/endpoint-schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';

const siteTextsQuery = queryOptions({
  queryKey: ['business', 'texts'],
  queryFn: ({ signal }) => request('getSiteTexts', { signal }),
});

/** Reads the website's wording, which admins can edit. For admins. */
export function useSiteTexts() {
  return useQuery(siteTextsQuery);
}

/** Saves the website's wording, and refetches the queries that contain it. For admins. */
export function useSaveSiteTexts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'saveSiteTexts', 'body'>) =>
      request('saveSiteTexts', { body }),
    onSuccess: (saved) => client.setQueryData(siteTextsQuery.queryKey, saved),
    onSettled: () => client.invalidateQueries({ queryKey: ['site'] }),
  });
}
