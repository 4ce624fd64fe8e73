import type { SiteWordingName } from '@curbwrench/contract/site/wording';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { initialData } from '../api/initial-data.ts';

/** The query for the landing page's data, except the business itself. The landing page's HTML includes this data. */
export const siteQuery = queryOptions({
  queryKey: ['site', 'landing'],
  queryFn: ({ signal }) => request('getLandingPage', { signal }),
  initialData: () => initialData?.site,
});

/** Reads the landing page's data, except the business itself. No sign-in required. */
export function useSite() {
  return useQuery(siteQuery);
}

/** Returns the query for the text at /privacy or /terms. */
export function sitePageQuery(name: Exclude<SiteWordingName, 'questions'>) {
  return queryOptions({
    queryKey: ['site', name],
    queryFn: ({ signal }) => request('getSitePage', { params: { name }, signal }),
  });
}
