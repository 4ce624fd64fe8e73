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

/** The business, as a query. */
export function useBusinessQuery() {
  return useQuery({ ...businessQuery, select: withoutClock });
}

/** Its clock is another one with every answer; nearly everything on a page would be drawn again. */
function withoutClock({ now: _now, ...business }: Business): Omit<Business, 'now'> {
  return business;
}

/** Until the business has answered: its names stay blank and nothing is dated by a guess. */
export const unknownBusiness: Omit<Business, 'now'> & { readonly now?: undefined } = {
  name: '',
  timeZone: 'UTC',
  currency: 'USD',
  phone: null,
  cityCentre: { lat: 0, lng: 0 },
  cancelUntilHours: 0,
  demo: false,
};

/** The business's plain values. Every signed-in page is shown only once they are known. */
export function useBusiness(): Omit<Business, 'now'> {
  return useBusinessQuery().data ?? unknownBusiness;
}
