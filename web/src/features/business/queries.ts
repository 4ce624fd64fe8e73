import type { Business } from '@curbwrench/contract/business';
import { formatMoney } from '@curbwrench/contract/money';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { today, untilMidnightIn } from '../../lib/business-time.ts';
import { businessQuery, useBusinessQuery } from './business-query.ts';

/** Until the business has answered: its names stay blank and nothing is dated by a guess. */
const unknownBusiness: Omit<Business, 'now'> = {
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

/** Today's date in the business's zone, for a loader; the guard of every page has read the business. */
export function todayOf(client: QueryClient): string {
  return today(client.getQueryData(businessQuery.queryKey)?.timeZone ?? unknownBusiness.timeZone);
}

/** Today's date, `yyyy-MM-dd`, in the business's zone; moves on at its midnight. */
export function useToday(): string {
  const { timeZone } = useBusiness();
  const [date, setDate] = useState(() => today(timeZone));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const update = () => {
      setDate(today(timeZone));
      timer = setTimeout(update, untilMidnightIn(timeZone, Date.now()));
    };
    update();
    return () => clearTimeout(timer);
  }, [timeZone]);
  return date;
}

/** Writes decimal text as an amount in the business's currency: '$89.50', or 'N/A'. */
export function useMoney(): (amount: string | null | undefined) => string {
  const { currency } = useBusiness();
  return (amount) => formatMoney(amount, currency);
}
