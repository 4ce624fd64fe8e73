import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { readAddress, readCoordinates } from '@curbwrench/contract/places/location';
import { bookedServicesText } from '@curbwrench/contract/services/services-text';
import { isPrecise } from '@curbwrench/contract/places/precision';
import {
  CarFront,
  ClipboardList,
  MapPin,
  MapPinOff,
  UserRound,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { getFullName } from '../../lib/people.ts';
import type { MapPlace } from '../../lib/maps-app.ts';
import { paths } from '../../paths.ts';

/**
 * The fields a job card can show besides service, id, time and status. `vehicle_link` links to the vehicle's page.
 * `customer` shows only the customer's number; `customer_name`, for the office, shows the name and the number.
 * `service_number` is the service's id. `not_located` says that the address could not be located, and `area_uncertain`
 * that the address may be outside the service areas.
 */
export type JobField =
  | 'vehicle'
  | 'vehicle_link'
  | 'address'
  | 'customer'
  | 'customer_name'
  | 'mechanic'
  | 'service_number'
  | 'not_located'
  | 'area_uncertain';

/** What is shown if no mechanic is assigned, or if the assigned mechanic cannot be found. */
export interface MissingMechanicLabels {
  readonly whenUnassigned: 'Not yet assigned' | 'Unassigned';
  readonly whenNotFound: 'Unknown Mechanic' | 'Unknown';
}

export const missingMechanicLabelsForCustomers: MissingMechanicLabels = {
  whenUnassigned: 'Not yet assigned',
  whenNotFound: 'Unknown Mechanic',
};
export const missingMechanicLabelsForStaff: MissingMechanicLabels = {
  whenUnassigned: 'Unassigned',
  whenNotFound: 'Unknown Mechanic',
};

/** Returns a vehicle's name, such as '2018 Toyota Corolla'. */
export function getVehicleName(vehicle: Appointment['vehicle'] | null): string {
  return vehicle ? `${vehicle.year} ${vehicle.make} ${vehicle.model}` : 'Unknown Vehicle';
}

/** Returns the booked services as text: 'Oil Change', or 'Oil Change + 1 more'. */
export function getServiceName(appointment: Pick<Appointment, 'service' | 'lines'>): string {
  return bookedServicesText(appointment);
}

/**
 * Returns the address, or a fallback for a location that is missing or cannot be parsed; the latter is
 * logged.
 */
export function getAddress({ location }: Pick<Appointment, 'location'>): string {
  const address = readAddress(location);
  if (address === null && location) {
    // oxlint-disable-next-line no-console -- helps find out why a location can't be read
    console.debug('The location could not be read.', location);
  }
  return address ?? 'No address available';
}

/**
 * Returns where to drive to: the coordinates if they are exact enough, otherwise the address; null if neither
 * can be read.
 */
export function getDestination({
  location,
  placePrecision,
}: Pick<Appointment, 'location' | 'placePrecision'>): MapPlace | null {
  const coordinates = isPrecise(placePrecision) ? readCoordinates(location) : null;
  return coordinates ?? readAddress(location);
}

/** Returns 'Customer #c1f3a': the first five characters of the customer's id. */
export function getCustomerNumber(customerId: string): string {
  return `Customer #${customerId.slice(0, 5)}`;
}

/** Returns the customer's name, or a fallback if the customer has none. */
export function getCustomerName({ customer }: Pick<Appointment, 'customer'>): string {
  return getFullName(customer) || 'Unknown Customer';
}

/** Returns the mechanic's name, or a fallback if no mechanic is assigned or found. */
export function getMechanicName(
  { mechanic, mechanicId }: Pick<Appointment, 'mechanic' | 'mechanicId'>,
  missingMechanicLabels: MissingMechanicLabels,
): string {
  if (mechanic) return getFullName(mechanic);
  return mechanicId === null
    ? missingMechanicLabels.whenUnassigned
    : missingMechanicLabels.whenNotFound;
}

interface JobFieldsProps {
  appointment: Appointment;
  fields: readonly JobField[];
  missingMechanicLabels: MissingMechanicLabels;
}

/** Renders the fields as lines with icons; for the office, warns if the address may be outside the service areas. */
export function JobFields({ appointment, fields, missingMechanicLabels }: JobFieldsProps) {
  return (
    <ul className="grid gap-1.5 text-ink-soft">
      {(appointment.isAreaUncertain ? [...fields, 'area_uncertain' as const] : fields).map(
        (field) => (
          <FieldLine
            key={field}
            field={field}
            appointment={appointment}
            missingMechanicLabels={missingMechanicLabels}
          />
        ),
      )}
    </ul>
  );
}

const icons: Record<JobField, LucideIcon> = {
  vehicle: CarFront,
  vehicle_link: CarFront,
  address: MapPin,
  customer: UserRound,
  customer_name: UserRound,
  mechanic: Wrench,
  service_number: ClipboardList,
  not_located: MapPinOff,
  area_uncertain: MapPinOff,
};

function FieldLine({ field, ...rest }: { field: JobField } & Omit<JobFieldsProps, 'fields'>) {
  const Icon = icons[field];
  return (
    <li data-field={field} className="flex min-w-0 items-start gap-2">
      <Icon className="mt-1 size-4 shrink-0 text-ink-faint @3xl:mt-0.5" aria-hidden />
      <span className="min-w-0 wrap-anywhere">{formatField(field, rest)}</span>
    </li>
  );
}

function formatField(
  field: JobField,
  { appointment, missingMechanicLabels }: Omit<JobFieldsProps, 'fields'>,
) {
  switch (field) {
    case 'vehicle':
      return getVehicleName(appointment.vehicle);
    case 'vehicle_link':
      return (
        <Link
          to={paths.vehicle}
          params={{ id: String(appointment.vehicleId) }}
          className="link -my-2.5 block w-fit py-2.5"
        >
          {getVehicleName(appointment.vehicle)}
        </Link>
      );
    case 'address':
      return getAddress(appointment);
    case 'customer':
      return <span className="figures">{getCustomerNumber(appointment.customerId)}</span>;
    case 'customer_name':
      return (
        <span className="flex flex-wrap gap-x-2">
          {getCustomerName(appointment)}
          <span data-number className="figures whitespace-nowrap text-ink-faint">
            {getCustomerNumber(appointment.customerId)}
          </span>
        </span>
      );
    case 'mechanic':
      return (
        <>
          <span data-prefix>Mechanic: </span>
          {getMechanicName(appointment, missingMechanicLabels)}
        </>
      );
    case 'service_number':
      return <span className="figures">Service #{appointment.serviceId}</span>;
    case 'not_located':
      return 'Address not found';
    case 'area_uncertain':
      return 'May be outside the service area. Check the address before assigning a mechanic.';
  }
}
