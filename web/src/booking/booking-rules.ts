import {
  officeBookingRules,
  type BookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';
import { useBusiness } from '../business/queries.ts';

/** Returns the rules for choosing a date and time; dispatch has its own. */
export function useBookingRules(isDispatcher: boolean): BookingRules {
  const { bookingRules } = useBusiness();
  return isDispatcher ? officeBookingRules : bookingRules;
}
