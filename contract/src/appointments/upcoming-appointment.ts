import type { Appointment } from './schemas.ts';
import type { AppointmentStatus } from './lifecycle.ts';

/** A date and a time of day in the business's time zone. */
export interface BusinessTime {
  readonly date: string;
  readonly time: string;
}

type DatedAppointment = Pick<Appointment, 'id' | 'status' | 'date' | 'startTime'>;

/**
 * How long an appointment of each status counts as upcoming: a job in progress until it is done, a confirmed
 * appointment until its day is over, and one without a mechanic until its start.
 */
const upcomingUntil: Record<AppointmentStatus, 'done' | 'day_over' | 'start' | 'never'> = {
  pending: 'start',
  unassigned: 'start',
  confirmed: 'day_over',
  in_progress: 'done',
  completed: 'never',
  cancelled: 'never',
};

/**
 * Returns the appointment for the customer's Upcoming Appointment card: the earliest that is neither completed nor
 * cancelled and still counts as upcoming; null if there is none.
 */
export function findUpcomingAppointment<T extends DatedAppointment>(
  appointments: readonly T[],
  now: BusinessTime,
): T | null {
  const [first] = appointments
    .filter((appointment) => isUpcoming(appointment, now))
    .toSorted(compareByStart);
  return first ?? null;
}

/** Compares two appointments for sorting: the earlier start first, then the one booked first. */
export function compareByStart(a: DatedAppointment, b: DatedAppointment): number {
  return a.date.localeCompare(b.date) || a.startTime.localeCompare(b.startTime) || a.id - b.id;
}

function isUpcoming(appointment: DatedAppointment, now: BusinessTime): boolean {
  switch (upcomingUntil[appointment.status]) {
    case 'done':
      return true;
    case 'day_over':
      return appointment.date >= now.date;
    case 'start':
      return (
        appointment.date > now.date ||
        (appointment.date === now.date && appointment.startTime > now.time)
      );
    case 'never':
      return false;
  }
}
