import {
  officeBookingRules,
  type BookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';
import { useBusiness } from '../business/queries.ts';

/** Returns the rules that apply when this person chooses a time; the office has its own. */
export function useBookingRules(isOffice: boolean): BookingRules {
  const { bookingRules } = useBusiness();
  return isOffice ? officeBookingRules : bookingRules;
}
