import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { readAddress } from '@curbwrench/contract/places/location';
import { CarFront, ClipboardList, MapPin, UserRound, Wrench, type LucideIcon } from 'lucide-react';
import { fullNameOf } from '../../lib/people.ts';

/**
 * The facts a job card can show besides service, id, time and status. `customer` is the customer's number,
 * `customer_name` also shows the name, for dispatch; `service_number` is the service's id.
 */
export type JobFact =
  | 'vehicle'
  | 'address'
  | 'customer'
  | 'customer_name'
  | 'mechanic'
  | 'service_number';

/** What is shown if no mechanic is assigned, or if the assigned one cannot be found. */
export interface MechanicFallbacks {
  readonly none: 'Not yet assigned' | 'Unassigned';
  readonly unknown: 'Unknown Mechanic' | 'Unknown';
}

export const customerFallbacks: MechanicFallbacks = {
  none: 'Not yet assigned',
  unknown: 'Unknown Mechanic',
};
export const officeFallbacks: MechanicFallbacks = {
  none: 'Unassigned',
  unknown: 'Unknown Mechanic',
};

/** Returns '2018 Toyota Corolla'. */
export function getVehicleName(vehicle: Appointment['vehicle'] | null): string {
  return vehicle ? `${vehicle.year} ${vehicle.make} ${vehicle.model}` : 'Unknown Vehicle';
}

/** Returns the service's name as it was booked. */
export function getServiceName(appointment: Pick<Appointment, 'service'>): string {
  return appointment.service.name || 'Unknown Service';
}

/**
 * Returns the address, or a fallback for a location that is missing or cannot be parsed; the latter is
 * logged.
 */
export function getAddress({ location }: Pick<Appointment, 'location'>): string {
  const address = readAddress(location);
  if (address === null && location) {
    // oxlint-disable-next-line no-console -- a location that can't be read is logged
    console.debug('The location could not be read.', location);
  }
  return address ?? 'No address available';
}

/** Returns 'Customer #c1f3a': the first five characters of the customer's id. */
export function getCustomerNumber(customerId: string): string {
  return `Customer #${customerId.slice(0, 5)}`;
}

/** Returns the customer's name, or a fallback for one who is not found. */
export function getCustomerName({ customer }: Pick<Appointment, 'customer'>): string {
  return fullNameOf(customer) || 'Unknown Customer';
}

/** Returns the mechanic's name, or a fallback for a missing or unknown one. */
export function getMechanicName(
  { mechanic, mechanicId }: Pick<Appointment, 'mechanic' | 'mechanicId'>,
  fallbacks: MechanicFallbacks,
): string {
  if (mechanic) return fullNameOf(mechanic);
  return mechanicId === null ? fallbacks.none : fallbacks.unknown;
}

interface JobFactsProps {
  appointment: Appointment;
  facts: readonly JobFact[];
  fallbacks: MechanicFallbacks;
}

/** Renders the facts as lines, each with its icon. */
export function JobFacts({ appointment, facts, fallbacks }: JobFactsProps) {
  return (
    <ul className="grid gap-1.5 text-ink-soft">
      {facts.map((fact) => (
        <FactLine key={fact} fact={fact} appointment={appointment} fallbacks={fallbacks} />
      ))}
    </ul>
  );
}

const icons: Record<JobFact, LucideIcon> = {
  vehicle: CarFront,
  address: MapPin,
  customer: UserRound,
  customer_name: UserRound,
  mechanic: Wrench,
  service_number: ClipboardList,
};

function FactLine({ fact, ...rest }: { fact: JobFact } & Omit<JobFactsProps, 'facts'>) {
  const Icon = icons[fact];
  return (
    <li className="flex min-w-0 items-start gap-2">
      <Icon className="mt-1 size-4 shrink-0 text-ink-faint @3xl:mt-0.5" aria-hidden />
      <span className="min-w-0 wrap-anywhere">{factText(fact, rest)}</span>
    </li>
  );
}

function factText(fact: JobFact, { appointment, fallbacks }: Omit<JobFactsProps, 'facts'>) {
  switch (fact) {
    case 'vehicle':
      return getVehicleName(appointment.vehicle);
    case 'address':
      return getAddress(appointment);
    case 'customer':
      return <span className="figures">{getCustomerNumber(appointment.customerId)}</span>;
    case 'customer_name':
      return (
        <span className="flex flex-wrap gap-x-2">
          {getCustomerName(appointment)}
          <span className="figures whitespace-nowrap text-ink-faint">
            {getCustomerNumber(appointment.customerId)}
          </span>
        </span>
      );
    case 'mechanic':
      return `Mechanic: ${getMechanicName(appointment, fallbacks)}`;
    case 'service_number':
      return <span className="figures">Service #{appointment.serviceId}</span>;
  }
}
