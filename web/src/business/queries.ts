import type { Business } from '@curbwrench/contract/business/schemas';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { initialData } from '../api/initial-data.ts';

/** The query for the business that runs this deployment. */
export const businessQuery = queryOptions({
  queryKey: ['business'],
  queryFn: ({ signal }) => request('getBusiness', { signal }),
  initialData: () => initialData?.business,
});

/** Reads the business, and returns the query. */
export function useBusinessQuery() {
  return useQuery({ ...businessQuery, select: withoutServerTime });
}

/** Removes the server's time: it differs in each response and would re-render nearly everything. */
function withoutServerTime({ now: _now, ...business }: Business): Omit<Business, 'now'> {
  return business;
}

/** Used until the business has loaded. With these values, nothing can be booked. */
export const unknownBusiness: Omit<Business, 'now'> & { readonly now?: undefined } = {
  name: '',
  timeZone: 'UTC',
  currency: 'USD',
  phone: null,
  address: null,
  cityCenter: { lat: 0, lng: 0 },
  cancellationCutoffHours: 0,
  outsideAreaPolicy: 'refuse',
  bookingRules: { businessHours: [], slotIntervalMinutes: 60, windowDays: 0, noticeHours: 0 },
  logoUrl: null,
  landingHeadline: null,
  landingIntro: null,
  visitorsCanBook: true,
  demo: false,
};

/** Returns the business. Signed-in pages are shown only once it has loaded. */
export function useBusiness(): Omit<Business, 'now'> {
  return useBusinessQuery().data ?? unknownBusiness;
}
