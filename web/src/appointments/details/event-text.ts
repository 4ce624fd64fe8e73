import type {
  AppointmentEvent,
  AppointmentEventKind,
} from '@curbwrench/contract/appointments/schemas';
import { displayDateWithWeekday, displayTime } from '@curbwrench/contract/fields/calendar';
import { displayInstantIn, timeIn } from '../../lib/business-time.ts';

const titles: Record<AppointmentEventKind, string> = {
  booked: 'Booked',
  assigned: 'Mechanic assigned',
  unassigned: 'Looking for another mechanic',
  declined: 'Declined by the mechanic',
  rescheduled: 'Rescheduled',
  started: 'Mechanic on the way',
  start_undone: 'Marked as not started',
  arrived: 'Mechanic arrived',
  completed: 'Service completed',
  cancelled: 'Canceled',
  notes_changed: 'Notes changed',
  gate_code_changed: 'Access instructions changed',
  payment_recorded: 'Payment recorded',
  payment_failed: 'Payment failed',
  payment_refunded: 'Payment refunded',
  reviewed: 'Reviewed',
};

/**
 * Returns what happened, with the mechanic's name if the viewer is allowed to see it: 'Assigned to Marcus Bell',
 * 'Reviewed: 4 stars'.
 */
export function eventTitle({
  kind,
  mechanicName,
  formerMechanicName,
  rating,
}: AppointmentEvent): string {
  if (rating !== null) return `${titles[kind]}: ${rating === 1 ? '1 star' : `${rating} stars`}`;
  if (mechanicName === null) return titles[kind];
  switch (kind) {
    case 'assigned':
      return formerMechanicName === null
        ? `Assigned to ${mechanicName}`
        : `Reassigned from ${formerMechanicName} to ${mechanicName}`;
    case 'unassigned':
      return `${mechanicName} was unassigned`;
    case 'declined':
      return `Declined by ${mechanicName}`;
    default:
      return titles[kind];
  }
}

const actorLabels: Record<'you' | 'customer' | 'mechanic' | 'office', string> = {
  you: 'by you',
  customer: 'by the customer',
  mechanic: 'by the mechanic',
  office: 'by the office',
};

/**
 * Returns who did it: 'by you', 'by Casey Morgan', 'using the appointment link' or 'by the office'; '' if no one should
 * be named.
 */
export function eventActor({ kind, by, byLink, mechanicName }: AppointmentEvent): string {
  // Anyone who has the link could have done it, not only the customer.
  if (byLink) return 'using the appointment link';
  if (by === null) return '';
  // The title already says who it was.
  if (kind === 'declined' && by.who === 'mechanic') return '';
  return by.name === null || by.name === mechanicName ? actorLabels[by.who] : `by ${by.name}`;
}

/** Returns a rescheduled appointment's old and new time: 'From Thu, Mar 05, 2026, 10:00 AM to ...'; '' otherwise. */
export function eventTimeChange({ moved }: AppointmentEvent): string {
  if (moved === null) return '';
  const { fromDate, fromTime, toDate, toTime } = moved;
  return (
    `From ${displayDateWithWeekday(fromDate)}, ${displayTime(fromTime)} ` +
    `to ${displayDateWithWeekday(toDate)}, ${displayTime(toTime)}`
  );
}

/**
 * Returns the arrival time promised when the mechanic departed: 'Estimated arrival: 9:05 AM'; '' if none was
 * computed.
 */
export function eventPromisedTime({ promisedArrival }: AppointmentEvent, timeZone: string): string {
  return promisedArrival === null
    ? ''
    : `Estimated arrival: ${displayTime(timeIn(timeZone, promisedArrival))}`;
}

/** Returns when an offline step was sent: 'Submitted offline, sent Tue, Mar 03, 2026, 9:20 AM'; '' otherwise. */
export function eventSentTime({ sentAt }: AppointmentEvent, timeZone: string): string {
  return sentAt === null ? '' : `Submitted offline, sent ${displayInstantIn(timeZone, sentAt)}`;
}
