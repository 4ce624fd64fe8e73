import type { EndpointInput } from '@curbwrench/contract/api/endpoint-schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';

const siteWordingQuery = queryOptions({
  queryKey: ['business', 'wording'],
  queryFn: ({ signal }) => request('getSiteWording', { signal }),
});

/** Reads the website's wording, which admins can edit. For admins. */
export function useSiteWording() {
  return useQuery(siteWordingQuery);
}

/** Saves the website's wording, and refetches the queries that contain it. For admins. */
export function useSaveSiteWording() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'saveSiteWording', 'body'>) =>
      request('saveSiteWording', { body }),
    onSuccess: (saved) => client.setQueryData(siteWordingQuery.queryKey, saved),
    onSettled: () => client.invalidateQueries({ queryKey: ['site'] }),
  });
}
