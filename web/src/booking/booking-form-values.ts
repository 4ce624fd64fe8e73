import { calculateEndTime } from '@curbwrench/contract/scheduling/booking-rules';
import type { EndpointInput } from '@curbwrench/contract/api/endpoint-schemas';
import {
  mapJobDetails,
  jobDetailNames,
  type JobDetailName,
  type JobDetails,
} from '@curbwrench/contract/appointments/job-details';
import { isOfficeRole, type Role } from '@curbwrench/contract/people/roles';
import type { Service } from '@curbwrench/contract/services/schemas';
import type { NewCustomer } from '../customers/new-customer.ts';
import type { ChosenPlace } from '../places/chosen-place.ts';

/** The form's values while it is being filled in. Dates are strings; see the contract's `calendar.ts`. */
export interface BookingValues extends Record<JobDetailName, string> {
  /** The customer whom the office books for; null if someone else books. */
  customerId: string | null;
  /**
   * Used instead of a customer and a vehicle by visitors, and when the office books for someone who isn't a customer
   * yet.
   */
  newCustomer: NewCustomer | null;
  vehicleId: number | null;
  serviceId: number | null;
  /** Additional services, without duplicates and without the first service. */
  additionalServiceIds: number[];
  /** `yyyy-MM-dd`, or ''. */
  date: string;
  /** `HH:MM`, or ''. */
  startTime: string;
  /** The address. */
  location: string;
  /** The coordinates of an address that was chosen; null if the address is only text. */
  place: ChosenPlace | null;
}

export type BookingField = keyof BookingValues;

export const emptyBooking: BookingValues = {
  customerId: null,
  newCustomer: null,
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
  'newCustomer',
  'location',
  'vehicleId',
  'serviceId',
  'additionalServiceIds',
  'date',
  'startTime',
  ...jobDetailNames,
];

/** Who books: a visitor who is not signed in yet, a customer, or the office for a customer. */
export type Booker = 'visitor' | 'customer' | 'office';

/** Returns the type of booker for a person with this role; null for a mechanic, who cannot book. */
export function getBooker(role: Role | undefined): Booker | null {
  if (role === undefined) return 'visitor';
  if (isOfficeRole(role)) return 'office';
  return role === 'customer' ? 'customer' : null;
}

/** Returns the chosen services that are still offered, in the order in which they were chosen. */
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

/**
 * Returns the chosen services after one was added or removed. If the first is removed, the second becomes the first.
 * Services that are no longer offered are left out.
 */
export function toggleService(
  services: readonly Service[],
  values: Pick<BookingValues, 'serviceId' | 'additionalServiceIds'>,
  toggledId: number,
): Pick<BookingValues, 'serviceId' | 'additionalServiceIds'> {
  const chosenIds = [...new Set([values.serviceId, ...values.additionalServiceIds])].flatMap(
    (chosenId) => services.find(({ id }) => id === chosenId)?.id ?? [],
  );
  const [serviceId = null, ...additionalServiceIds] = chosenIds.includes(toggledId)
    ? chosenIds.filter((id) => id !== toggledId)
    : [...chosenIds, toggledId];
  return { serviceId, additionalServiceIds };
}

/** Returns how long these services take together, in minutes. */
export function sumDurations(services: readonly Pick<Service, 'duration'>[]): number {
  return services.reduce((sum, { duration }) => sum + duration, 0);
}

/** The form after validation: see `booking-form-schema.ts`. */
export interface ValidBooking
  extends Omit<BookingValues, 'serviceId' | 'newCustomer' | JobDetailName>, JobDetails {
  serviceId: number;
  newCustomer: EndpointInput<'bookForNewCustomer', 'body'>['newCustomer'] | null;
}

/** The body of `bookAsVisitor`, without the code and its token. */
export type VisitorBody = Omit<EndpointInput<'bookAsVisitor', 'body'>, 'token' | 'code'>;

/**
 * Returns the body of a visitor's booking.
 *
 * @throws if the visitor's contact or email address is missing, which the form's validation prevents
 */
export function toVisitorBody(booking: ValidBooking): VisitorBody {
  const { newCustomer, serviceId, additionalServiceIds, date, startTime, location, place } =
    booking;
  const email = newCustomer?.email;
  if (!newCustomer || email == null) throw new Error('A visitor needs an email address.');
  return {
    newCustomer: { ...newCustomer, email },
    serviceId,
    ...(additionalServiceIds.length > 0 && { additionalServiceIds }),
    date,
    startTime,
    ...mapJobDetails((name) => booking[name]),
    location: JSON.stringify({ address: location, ...place }),
  };
}

/** The body of `bookAppointment`, or of `bookForNewCustomer` for a new customer. */
export type BookingBody =
  | EndpointInput<'bookAppointment', 'body'>
  | EndpointInput<'bookForNewCustomer', 'body'>;

/**
 * Returns the request's body for services that take `duration` minutes in total. The end time is the start plus the
 * duration, or the start if the end cannot be computed. A chosen address includes its coordinates.
 *
 * @throws if no vehicle is selected, which only a visitor's form allows
 */
export function toBookingBody(
  booking: ValidBooking,
  duration: number | undefined,
): BookingBody & { endTime: string } {
  const { customerId, newCustomer, vehicleId, serviceId, additionalServiceIds } = booking;
  const { date, startTime, location, place } = booking;
  const end = duration === undefined ? null : calculateEndTime(startTime, duration);
  const job = {
    serviceId,
    ...(additionalServiceIds.length > 0 && { additionalServiceIds }),
    date,
    startTime,
    endTime: end ?? startTime,
    ...mapJobDetails((name) => booking[name]),
    location: JSON.stringify({ address: location, ...place }),
  };
  if (newCustomer !== null) return { newCustomer: newCustomer, ...job };
  if (vehicleId === null) throw new Error('A booking needs a vehicle.');
  return { vehicleId, ...job, ...(customerId === null ? {} : { customerId }) };
}
