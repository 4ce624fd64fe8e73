import type { LinkedAppointment } from '@curbwrench/contract/appointment-links/schemas';
import { servicesText } from '@curbwrench/contract/services/services-text';

/** Returns the booked services in a few words: 'Oil Change + 1 more'. */
export function getServicesText({ lines }: Pick<LinkedAppointment, 'lines'>): string {
  const services = lines.filter(({ kind }) => kind === 'service');
  return servicesText(services[0]?.description ?? 'Unknown Service', services.length - 1);
}

/** The page's primary action: what this person most likely came to do. */
export type PrimaryAction = 'track' | 'calendar' | 'document' | 'book';

/**
 * Returns the page's primary action for the appointment's status; null if there is none. There is nothing to track
 * before the day of the appointment.
 */
export function getPrimaryAction(
  {
    status,
    date,
    mechanicName,
    document,
  }: Pick<LinkedAppointment, 'status' | 'date' | 'mechanicName' | 'document'>,
  today: string,
): PrimaryAction | null {
  switch (status) {
    case 'in_progress':
      return 'track';
    case 'confirmed':
      return mechanicName === null || date > today ? 'calendar' : 'track';
    case 'pending':
    case 'unassigned':
      return 'calendar';
    case 'completed':
      return document === null ? null : 'document';
    case 'cancelled':
      return 'book';
  }
}

/** Returns whether the page offers to track the mechanic. */
export function canTrackByLink({
  status,
  mechanicName,
}: Pick<LinkedAppointment, 'status' | 'mechanicName'>): boolean {
  return status === 'in_progress' || (status === 'confirmed' && mechanicName !== null);
}

/**
 * Returns whether the page may still tell a visitor who has just booked what happens next. Once a mechanic is
 * assigned or the appointment has ended, those steps no longer apply.
 */
export function isBeforeConfirmation({ status }: Pick<LinkedAppointment, 'status'>): boolean {
  return status === 'pending' || status === 'unassigned';
}
