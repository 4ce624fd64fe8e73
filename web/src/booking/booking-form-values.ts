import { calculateEndTime } from '@curbwrench/contract/scheduling/booking-rules';
import type { CallInput } from '@curbwrench/contract/api/call-schemas';
import {
  mapJobDetails,
  jobDetailNames,
  type JobDetailName,
  type JobDetails,
} from '@curbwrench/contract/appointments/job-details';
import { isDispatchRole, type Role } from '@curbwrench/contract/people/roles';
import type { Service } from '@curbwrench/contract/services/schemas';
import type { ChosenPlace } from '../places/chosen-place.ts';

/** The form's values while it is filled in. A date is text: see `calendar.ts` of the contract. */
export interface BookingValues extends Record<JobDetailName, string> {
  /** For dispatch, which books for a customer; null for everyone else. */
  customerId: string | null;
  vehicleId: number | null;
  serviceId: number | null;
  /** Further services, each once, without the first one. */
  additionalServiceIds: number[];
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
  additionalServiceIds: [],
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
  'additionalServiceIds',
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

/** Returns those of the chosen services that are on sale, the first one first. */
export function listChosenServices(
  services: readonly Service[],
  { serviceId, additionalServiceIds }: Pick<BookingValues, 'serviceId' | 'additionalServiceIds'>,
): readonly Service[] {
  const first = services.find(({ id }) => id === serviceId);
  if (!first) return [];
  const others = additionalServiceIds.flatMap(
    (chosenId) => services.find(({ id }) => id === chosenId && id !== serviceId) ?? [],
  );
  return [first, ...others];
}

/** Returns how long these services take together, in minutes. */
export function sumDurations(services: readonly Pick<Service, 'duration'>[]): number {
  return services.reduce((sum, { duration }) => sum + duration, 0);
}

/** The form after validation: see `booking-form-schema.ts`. */
export interface ValidBooking extends Omit<BookingValues, 'serviceId' | JobDetailName>, JobDetails {
  serviceId: number;
}

/** The body of the call, with its `endTime`. */
export type BookingBody = CallInput<'bookAppointment', 'body'> & { endTime: string };

/**
 * Returns the call's body for services of `duration` minutes together. The end is the start plus the duration;
 * where that cannot be computed, the start. A chosen address carries its coordinates.
 *
 * @throws if no vehicle is selected, which only a visitor's form allows
 */
export function toBookingBody(booking: ValidBooking, duration: number | undefined): BookingBody {
  const { customerId, vehicleId, serviceId, additionalServiceIds } = booking;
  const { date, startTime, location, place } = booking;
  if (vehicleId === null) throw new Error('A booking needs a vehicle.');
  const end = duration === undefined ? null : calculateEndTime(startTime, duration);
  return {
    vehicleId,
    serviceId,
    ...(additionalServiceIds.length > 0 && { additionalServiceIds }),
    date,
    startTime,
    endTime: end ?? startTime,
    ...mapJobDetails((name) => booking[name]),
    location: JSON.stringify({ address: location, ...place }),
    ...(customerId === null ? {} : { customerId }),
  };
}
