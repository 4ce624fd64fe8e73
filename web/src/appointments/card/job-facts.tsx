import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { addressIn } from '@curbwrench/contract/places/location';
import { CarFront, ClipboardList, MapPin, UserRound, Wrench, type LucideIcon } from 'lucide-react';
import { fullNameOf } from '../../lib/people.ts';

/**
 * What a job card can show besides service, id, time and status. `customer` is their short id,
 * `customer_name` adds the name for dispatch; `service_number` is the service's id.
 */
export type JobFact =
  | 'vehicle'
  | 'address'
  | 'customer'
  | 'customer_name'
  | 'mechanic'
  | 'service_number';

/** What is shown for a missing mechanic, or one who cannot be found. */
export interface MechanicWords {
  readonly none: 'Not yet assigned' | 'Unassigned';
  readonly unknown: 'Unknown Mechanic' | 'Unknown';
}

export const customerWords: MechanicWords = {
  none: 'Not yet assigned',
  unknown: 'Unknown Mechanic',
};
export const officeWords: MechanicWords = { none: 'Unassigned', unknown: 'Unknown Mechanic' };

/** Returns '2018 Toyota Corolla'. */
export function vehicleNameOf(vehicle: Appointment['vehicle'] | null): string {
  return vehicle ? `${vehicle.year} ${vehicle.make} ${vehicle.model}` : 'Unknown Vehicle';
}

/** Returns the service's name as it was booked. */
export function serviceNameOf(appointment: Pick<Appointment, 'service'>): string {
  return appointment.service.name || 'Unknown Service';
}

/**
 * Returns the address, or a fallback for a location that is missing or cannot be parsed; the latter is
 * logged.
 */
export function addressOf({ location }: Pick<Appointment, 'location'>): string {
  const address = addressIn(location);
  if (address === null && location) {
    // oxlint-disable-next-line no-console -- a location that can't be read is logged
    console.debug('The location could not be read.', location);
  }
  return address ?? 'No address available';
}

/** Returns 'Customer #c1f3a': the first five characters of the customer's id. */
export function customerTag(customerId: string): string {
  return `Customer #${customerId.slice(0, 5)}`;
}

/** Returns the customer's name, or a fallback for one who is not found. */
export function customerNameOf({ customer }: Pick<Appointment, 'customer'>): string {
  return fullNameOf(customer) || 'Unknown Customer';
}

/** Returns the mechanic's name, or what to show without one. */
export function mechanicNameOf(
  { mechanic, mechanicId }: Pick<Appointment, 'mechanic' | 'mechanicId'>,
  words: MechanicWords,
): string {
  if (mechanic) return fullNameOf(mechanic);
  return mechanicId === null ? words.none : words.unknown;
}

interface JobFactsProps {
  appointment: Appointment;
  facts: readonly JobFact[];
  words: MechanicWords;
}

/** Renders the facts as lines, each with its icon. */
export function JobFacts({ appointment, facts, words }: JobFactsProps) {
  return (
    <ul className="grid gap-1.5 text-ink-soft">
      {facts.map((fact) => (
        <FactLine key={fact} fact={fact} appointment={appointment} words={words} />
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

function factText(fact: JobFact, { appointment, words }: Omit<JobFactsProps, 'facts'>) {
  switch (fact) {
    case 'vehicle':
      return vehicleNameOf(appointment.vehicle);
    case 'address':
      return addressOf(appointment);
    case 'customer':
      return <span className="figures">{customerTag(appointment.customerId)}</span>;
    case 'customer_name':
      return (
        <span className="flex flex-wrap gap-x-2">
          {customerNameOf(appointment)}
          <span className="figures whitespace-nowrap text-ink-faint">
            {customerTag(appointment.customerId)}
          </span>
        </span>
      );
    case 'mechanic':
      return `Mechanic: ${mechanicNameOf(appointment, words)}`;
    case 'service_number':
      return <span className="figures">Service #{appointment.serviceId}</span>;
  }
}
