import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { dateIn, untilMidnightIn } from '../lib/business-time.ts';
import { useFirstMoment } from '../ui/rendered-at.ts';
import { businessQuery, unknownBusiness, useBusiness } from './queries.ts';

/** Today's date in the business's zone, for a loader; the guard of every page has read the business. */
export function todayOf(client: QueryClient): string {
  const { timeZone, now } = client.getQueryData(businessQuery.queryKey) ?? unknownBusiness;
  // Where the server renders the page, it does so for its own clock's moment.
  return dateIn(timeZone, import.meta.env.SSR && now ? now : Date.now());
}

/** Today's date, `yyyy-MM-dd`, in the business's zone; moves on at its midnight. */
export function useToday(): string {
  const { timeZone } = useBusiness();
  const first = useFirstMoment();
  const [date, setDate] = useState(() => dateIn(timeZone, first));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const update = () => {
      setDate(dateIn(timeZone, Date.now()));
      timer = setTimeout(update, untilMidnightIn(timeZone, Date.now()));
    };
    update();
    return () => clearTimeout(timer);
  }, [timeZone]);
  return date;
}
