import { calculateEndTime } from '@curbwrench/contract/scheduling/booking-rules';
import type { CallInput } from '@curbwrench/contract/api/call-schemas';
import {
  mapJobDetails,
  jobDetailNames,
  type JobDetailName,
  type JobDetails,
} from '@curbwrench/contract/appointments/job-details';
import { isDispatchRole, type Role } from '@curbwrench/contract/people/roles';
import type { ChosenPlace } from '../places/chosen-place.ts';

/** The form's values while it is filled in. A date is text: see `calendar.ts` of the contract. */
export interface BookingValues extends Record<JobDetailName, string> {
  /** For dispatch, which books for a customer; null for everyone else. */
  customerId: string | null;
  vehicleId: number | null;
  serviceId: number | null;
  /** `yyyy-MM-dd`, or ''. */
  date: string;
  /** `HH:MM`, or ''. */
  startTime: string;
  /** The address. */
  location: string;
  /** Where the address is, if it was chosen. */
  place: ChosenPlace | null;
}

export type BookingField = keyof BookingValues;

export const emptyBooking: BookingValues = {
  customerId: null,
  vehicleId: null,
  serviceId: null,
  date: '',
  startTime: '',
  location: '',
  place: null,
  ...mapJobDetails(() => ''),
};

/** The fields in display order. */
export const bookingFields: readonly BookingField[] = [
  'customerId',
  'vehicleId',
  'serviceId',
  'date',
  'startTime',
  'location',
  ...jobDetailNames,
];

/** Who books: a visitor who is not signed in yet, a customer, or dispatch for a customer. */
export type Booker = 'visitor' | 'customer' | 'dispatch';

/** Returns who books, from the role; null for a mechanic, who cannot book. */
export function getBooker(role: Role | undefined): Booker | null {
  if (role === undefined) return 'visitor';
  if (isDispatchRole(role)) return 'dispatch';
  return role === 'customer' ? 'customer' : null;
}

/** The form after validation: see `booking-form-schema.ts`. */
export interface ValidBooking extends Omit<BookingValues, 'serviceId' | JobDetailName>, JobDetails {
  serviceId: number;
}

/** The body of the call, with its `endTime`. */
export type BookingBody = CallInput<'bookAppointment', 'body'> & { endTime: string };

/**
 * Returns the call's body for a service of `duration` minutes. The end is the start plus the duration;
 * where that cannot be computed, the start. A chosen address carries its coordinates.
 *
 * @throws if no vehicle is selected, which only a visitor's form allows
 */
export function toBookingBody(booking: ValidBooking, duration: number | undefined): BookingBody {
  const { customerId, vehicleId, serviceId, date, startTime, location, place } = booking;
  if (vehicleId === null) throw new Error('A booking needs a vehicle.');
  const end = duration === undefined ? null : calculateEndTime(startTime, duration);
  return {
    vehicleId,
    serviceId,
    date,
    startTime,
    endTime: end ?? startTime,
    ...mapJobDetails((name) => booking[name]),
    location: JSON.stringify({ address: location, ...place }),
    ...(customerId === null ? {} : { customerId }),
  };
}
