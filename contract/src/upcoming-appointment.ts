import type { Appointment } from './appointments.ts';
import type { AppointmentStatus } from './lifecycle.ts';

/** A moment on the business's calendar and clock. */
export interface BusinessMoment {
  readonly date: string;
  readonly time: string;
}

type Dated = Pick<Appointment, 'id' | 'status' | 'date' | 'startTime'>;

/**
 * Until when an appointment counts as upcoming: for good while its job is under way, until its
 * day is over once it is confirmed, and until its start while nobody is assigned (a pending
 * appointment whose time has passed is not the customer's Upcoming card).
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
 * The customer's Upcoming Appointment card: the earliest that is neither completed nor cancelled
 * and has not been passed over, or null.
 */
export function upcomingAppointment<T extends Dated>(
  appointments: readonly T[],
  now: BusinessMoment,
): T | null {
  const [first] = appointments.filter((one) => isUpcoming(one, now)).toSorted(byStart);
  return first ?? null;
}

/** Earliest first; of two that start together, the one booked first. */
export function byStart(one: Dated, other: Dated): number {
  return (
    one.date.localeCompare(other.date) ||
    one.startTime.localeCompare(other.startTime) ||
    one.id - other.id
  );
}

function isUpcoming(appointment: Dated, now: BusinessMoment): boolean {
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
