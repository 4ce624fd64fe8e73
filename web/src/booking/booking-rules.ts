import {
  officeBookingRules,
  type BookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';
import { useBusiness } from '../business/queries.ts';

/** Returns the rules that bind this person when they choose a time: the office has its own. */
export function useBookingRules(isOffice: boolean): BookingRules {
  const { bookingRules } = useBusiness();
  return isOffice ? officeBookingRules : bookingRules;
}
