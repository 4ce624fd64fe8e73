import { findUpcomingAppointment } from '@curbwrench/contract/appointments/upcoming-appointment';
import { useQuery } from '@tanstack/react-query';
import { useBusiness } from '../../business/queries.ts';
import { useToday } from '../../business/today.ts';
import { timeIn } from '../../lib/business-time.ts';
import { canTrack } from '../../tracking/journey.ts';
import { useNow } from '../../ui/use-now.ts';
import { upcomingQuery } from '../queries.ts';

/**
 * Reads the customer's next appointment, which is undefined if there is none. `shouldOfferTracking` says whether its
 * mechanic is coming today, which makes tracking the page's primary action.
 */
export function useUpcomingAppointment() {
  const today = useToday();
  const { timeZone } = useBusiness();
  const time = timeIn(timeZone, useNow());
  const query = useQuery(upcomingQuery(today));
  const next = query.data && findUpcomingAppointment(query.data, { date: today, time });
  const shouldOfferTracking = next ? next.date <= today && canTrack(next) : false;
  return { query, next, shouldOfferTracking };
}
