import type { Business } from '@curbwrench/contract/business';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { firstData } from '../api/first-data.ts';

/** The business that runs this deployment. */
export const businessQuery = queryOptions({
  queryKey: ['business'],
  queryFn: ({ signal }) => call('getBusiness', { signal }),
  initialData: () => firstData?.business,
});

/**
 * The business, as a query. Apart from `queries.ts`, whose times and sums the landing page has no use
 * for.
 */
export function useBusinessQuery() {
  return useQuery({ ...businessQuery, select: withoutClock });
}

/** Its clock is another one with every answer; nearly everything on a page would be drawn again. */
function withoutClock({ now: _now, ...business }: Business): Omit<Business, 'now'> {
  return business;
}
