import {
  officeBookingRules,
  type BookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';
import { useBusiness } from '../business/queries.ts';

/** Returns the rules that apply when this person chooses a time; dispatch has its own. */
export function useBookingRules(isDispatcher: boolean): BookingRules {
  const { bookingRules } = useBusiness();
  return isDispatcher ? officeBookingRules : bookingRules;
}
