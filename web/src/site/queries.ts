import type { SiteTextName } from '@curbwrench/contract/site/texts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { initialData } from '../api/initial-data.ts';

/** The query of what the landing page shows besides the business itself. The landing page's document contains it. */
export const siteQuery = queryOptions({
  queryKey: ['site', 'landing'],
  queryFn: ({ signal }) => call('getLandingPage', { signal }),
  initialData: () => initialData?.site,
});

/** Reads what the landing page shows besides the business itself. No sign-in required. */
export function useSite() {
  return useQuery(siteQuery);
}

/** Returns the query of the text at /privacy or /terms. */
export function siteTextQuery(name: Exclude<SiteTextName, 'questions'>) {
  return queryOptions({
    queryKey: ['site', name],
    queryFn: ({ signal }) => call('getSiteText', { params: { name }, signal }),
  });
}
