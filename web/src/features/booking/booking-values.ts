import { endTimeOf } from '@curbwrench/contract/booking-rules';
import type { CallInput } from '@curbwrench/contract/call-schemas';
import { dispatches, type Role } from '@curbwrench/contract/roles';

/** What the form holds while it is filled in. A date is text: see `calendar.ts` of the contract. */
export interface BookingValues {
  /** For dispatch, which books for somebody; null for everyone else. */
  customerId: string | null;
  vehicleId: number | null;
  serviceId: number | null;
  /** `yyyy-MM-dd`, or ''. */
  date: string;
  /** `HH:MM`, or ''. */
  startTime: string;
  /** The address. */
  location: string;
  notes: string;
}

export type BookingField = keyof BookingValues;

export const emptyBooking: BookingValues = {
  customerId: null,
  vehicleId: null,
  serviceId: null,
  date: '',
  startTime: '',
  location: '',
  notes: '',
};

/** The fields in the order in which they stand on the screen. */
export const bookingFields = [
  'customerId',
  'vehicleId',
  'serviceId',
  'date',
  'startTime',
  'location',
  'notes',
] as const satisfies readonly BookingField[];

/** Who books: a visitor who is not signed in yet, a customer, or dispatch for a customer (D1). */
export type Booker = 'visitor' | 'customer' | 'dispatch';

/** Null for a mechanic, who books for nobody (D1). */
export function bookerOf(role: Role | undefined): Booker | null {
  if (role === undefined) return 'visitor';
  if (dispatches(role)) return 'dispatch';
  return role === 'customer' ? 'customer' : null;
}

/** The form once it passed: see `booking-check.ts`. */
export interface CheckedBooking extends Omit<BookingValues, 'serviceId' | 'notes'> {
  serviceId: number;
  notes: string | null;
}

/** What the call takes, with the `endTime` that the specification's client sends (section 7). */
export type BookingBody = CallInput<'bookAppointment', 'body'> & { endTime: string };

/**
 * The call's body for a service of `duration` minutes. The end is the start plus the duration;
 * where that cannot be told, the start (spec section 5). An address that nobody has located
 * carries no coordinates (D6).
 *
 * @throws when no vehicle is chosen, which only a visitor's form lets through
 */
export function bookingBodyOf(booking: CheckedBooking, duration: number | undefined): BookingBody {
  const { customerId, vehicleId, serviceId, date, startTime, location, notes } = booking;
  if (vehicleId === null) throw new Error('A booking needs a vehicle.');
  const end = duration === undefined ? null : endTimeOf(startTime, duration);
  return {
    vehicleId,
    serviceId,
    date,
    startTime,
    endTime: end ?? startTime,
    notes,
    location: JSON.stringify({ address: location }),
    ...(customerId === null ? {} : { customerId }),
  };
}
