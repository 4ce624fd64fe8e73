import { statusLabels } from '@curbwrench/contract/appointments/lifecycle';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { readAddress } from '@curbwrench/contract/places/location';
import { bookedServicesText } from '@curbwrench/contract/services/services-text';
import type { CalendarEvent } from '../application/rules/icalendar.ts';
import {
  getEventVersion,
  type CalendarSettings,
  type HistorySummary,
} from '../appointments/rules/calendar-event.ts';

/** The settings of a feed that its events depend on. */
export interface FeedSettings extends CalendarSettings {
  /** Whether events name the mechanic, which they do in a feed with everyone's jobs. */
  readonly namesMechanic: boolean;
}

/**
 * Returns an appointment as an event of a feed. Calendars are often synchronized with other services, so an event
 * contains only what a mechanic needs on the road: it shortens the customer's last name, and omits phone numbers,
 * notes, gate codes and prices. `appointment` is what the feed's owner may see.
 */
export function toCalendarEvent(
  appointment: Appointment,
  history: HistorySummary,
  { publicUrl, timeZone, namesMechanic }: FeedSettings,
): CalendarEvent {
  const { id, status, vehicle } = appointment;
  const customer = shortenName(appointment.customer);
  const mechanic = appointment.mechanic && joinNames(appointment.mechanic);
  const services = bookedServicesText(appointment);
  const url = `${publicUrl}/appointments/${id}`;
  return {
    ...getEventVersion(appointment, history, { publicUrl, timeZone }),
    summary: [
      services,
      ...(customer === '' ? [] : [customer]),
      ...(namesMechanic ? [mechanic ?? 'no mechanic'] : []),
    ].join(', '),
    description: [
      `${displayId(id)}, ${statusLabels[status]}`,
      ...appointment.lines.flatMap(({ kind, description }) =>
        kind === 'service' ? [description] : [],
      ),
      `${vehicle.year} ${vehicle.make} ${vehicle.model}`,
      ...(customer === '' ? [] : [`Customer: ${customer}`]),
      ...(namesMechanic && mechanic !== null ? [`Mechanic: ${mechanic}`] : []),
      url,
    ].join('\n'),
    location: readAddress(appointment.location) ?? '',
    url,
  };
}

interface Names {
  readonly firstName: string;
  readonly lastName: string;
}

function joinNames({ firstName, lastName }: Names): string {
  return `${firstName} ${lastName}`.trim();
}

/** Returns the first name and the first letter of the last name: 'Ada L.'. */
function shortenName({ firstName, lastName }: Names): string {
  const [initial] = lastName;
  return joinNames({ firstName, lastName: initial === undefined ? '' : `${initial}.` });
}
