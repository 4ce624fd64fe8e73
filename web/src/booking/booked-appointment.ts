import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { bookedServicesText } from '@curbwrench/contract/services/services-text';

/** What the appointments page shows about an appointment right after it was booked. */
export interface BookedAppointment extends Pick<
  Appointment,
  'id' | 'date' | 'startTime' | 'endTime' | 'cancellationCutoffHours'
> {
  /** A short summary of the services, such as 'Oil Change + 1 more'. */
  readonly services: string;
}

declare module '@tanstack/react-router' {
  /** What is stored with a browser history entry. */
  interface HistoryState {
    booked?: BookedAppointment;
  }
}

/** Returns what to store with the history entry of the page that opens after a booking. */
export function toBookedAppointment(appointment: Appointment): BookedAppointment {
  const { id, date, startTime, endTime, cancellationCutoffHours } = appointment;
  const services = bookedServicesText(appointment);
  return { id, date, startTime, endTime, cancellationCutoffHours, services };
}
