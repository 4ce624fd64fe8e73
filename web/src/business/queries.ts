import type { Business } from '@curbwrench/contract/business/schemas';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { firstData } from '../api/first-data.ts';

/** The query of the business that runs this deployment. */
export const businessQuery = queryOptions({
  queryKey: ['business'],
  queryFn: ({ signal }) => call('getBusiness', { signal }),
  initialData: () => firstData?.business,
});

/** Reads the business as a query. */
export function useBusinessQuery() {
  return useQuery({ ...businessQuery, select: withoutClock });
}

/** Removes the server's time: it differs in each response and would re-render nearly everything. */
function withoutClock({ now: _now, ...business }: Business): Omit<Business, 'now'> {
  return business;
}

/** Used until the business has loaded: nothing can be booked yet. */
export const unknownBusiness: Omit<Business, 'now'> & { readonly now?: undefined } = {
  name: '',
  timeZone: 'UTC',
  currency: 'USD',
  phone: null,
  cityCentre: { lat: 0, lng: 0 },
  cancelUntilHours: 0,
  outsideAreas: 'refuse',
  bookingRules: { openingHours: [], startGapMinutes: 60, windowDays: 0, noticeHours: 0 },
  demo: false,
};

/** Returns the business's values. Signed-in pages are shown only once they are known. */
export function useBusiness(): Omit<Business, 'now'> {
  return useBusinessQuery().data ?? unknownBusiness;
}
