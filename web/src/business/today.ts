import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { dateIn, untilMidnightIn } from '../lib/business-time.ts';
import { useInitialTime } from '../ui/rendered-at.ts';
import { businessQuery, unknownBusiness, useBusiness } from './queries.ts';

/**
 * Returns today's date in the business's time zone. For route loaders, which run after a guard has loaded the
 * business.
 */
export function getToday(client: QueryClient): string {
  const { timeZone, now } = client.getQueryData(businessQuery.queryKey) ?? unknownBusiness;
  // During server rendering, use the server's time.
  return dateIn(timeZone, import.meta.env.SSR && now ? now : Date.now());
}

/** Returns today's date, `yyyy-MM-dd`, in the business's time zone, and updates at midnight there. */
export function useToday(): string {
  const { timeZone } = useBusiness();
  const initialTime = useInitialTime();
  const [date, setDate] = useState(() => dateIn(timeZone, initialTime));
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
