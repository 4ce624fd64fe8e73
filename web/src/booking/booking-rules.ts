import {
  officeBookingRules,
  type BookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';
import { useBusiness } from '../business/queries.ts';

/** Returns the rules for choosing a date and time; the office has its own. */
export function useBookingRules(isOfficeStaff: boolean): BookingRules {
  const { bookingRules } = useBusiness();
  return isOfficeStaff ? officeBookingRules : bookingRules;
}
