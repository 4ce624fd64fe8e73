import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayDateWithWeekday, displayTime } from '@curbwrench/contract/fields/calendar';
import type { Notification } from '@curbwrench/contract/notifications/schemas';
import { isOfficeRole, type Role } from '@curbwrench/contract/people/roles';

/**
 * Returns a notification's title and details. `role` is the viewer's role: the same event is described
 * differently to a customer and to the job's mechanic.
 */
export function describeNotification(
  notification: Notification,
  role: Role,
  money: (amount: string) => string,
): { readonly title: string; readonly details: string | null } {
  const { kind, subject, appointment, payment, mechanicChanged } = notification;
  const details =
    appointment &&
    `${appointment.service}, ${displayDateWithWeekday(appointment.date)}, ${displayTime(appointment.startTime)}`;
  if (kind === 'message') return { title: 'New message', details: null };
  if (kind === 'sick') {
    const { mechanicName, jobsToCover } = notification;
    return {
      title: `${mechanicName ?? 'A mechanic'} called in sick`,
      details: jobsToCover === null ? 'Now back at work' : jobsToCoverText(jobsToCover),
    };
  }
  if (kind === 'payment') return { title: paymentTitle(payment, money), details };
  if (!appointment) {
    // The viewer can no longer see the appointment: only its number and what happened are shown, no names.
    return {
      title: `${displayId(Number(subject.id))} ${kind === 'assigned' && mechanicChanged ? 'was reassigned' : neutralTitles[kind]}`,
      details:
        role === 'mechanic'
          ? "It's no longer on your schedule."
          : 'You can no longer see this appointment.',
    };
  }
  const title = isOfficeRole(role)
    ? officeTitles[kind]
    : role === 'mechanic'
      ? mechanicTitles[kind]
      : customerTitle(kind, notification);
  return { title, details };
}

function jobsToCoverText(count: number): string {
  if (count === 0) return 'No jobs need a new mechanic';
  return count === 1 ? '1 job needs a new mechanic' : `${count} jobs need a new mechanic`;
}

type AppointmentEventKind = Exclude<Notification['kind'], 'payment' | 'message' | 'sick'>;

const customerTitles: Record<AppointmentEventKind, string> = {
  booked: 'An appointment was booked for you',
  assigned: 'Your mechanic has been assigned',
  unassigned: "We're finding you another mechanic",
  rescheduled: 'Your appointment was rescheduled',
  started: 'Your mechanic is on the way',
  arrived: 'Your mechanic has arrived',
  completed: 'Your service is done',
  cancelled: 'Your appointment was canceled',
};

/** Returns the title for a customer: who is coming, and whether that has changed. */
function customerTitle(
  kind: AppointmentEventKind,
  { mechanicChanged, mechanicName, formerMechanicName }: Notification,
): string {
  if (kind === 'rescheduled' && mechanicChanged) {
    return "Your appointment was rescheduled, and we're finding you another mechanic";
  }
  if (kind !== 'assigned') return customerTitles[kind];
  if (!mechanicChanged) {
    return mechanicName === null ? customerTitles.assigned : `Your mechanic is ${mechanicName}`;
  }
  if (mechanicName === null) return 'Your mechanic changed';
  const instead = formerMechanicName === null ? '' : ` instead of ${formerMechanicName}`;
  return `Your mechanic changed: ${mechanicName} is coming${instead}.`;
}

const mechanicTitles: Record<AppointmentEventKind, string> = {
  booked: 'A job was booked',
  assigned: 'You have a new job',
  unassigned: 'A job was taken off your schedule',
  rescheduled: 'One of your jobs was rescheduled',
  started: 'Your job was started',
  arrived: 'Your arrival was recorded',
  completed: 'Your job was completed',
  cancelled: 'One of your jobs was canceled',
};

const officeTitles: Record<AppointmentEventKind, string> = {
  booked: 'New booking needs a mechanic',
  assigned: 'A mechanic was assigned',
  unassigned: 'A job needs a new mechanic',
  rescheduled: 'Rescheduled booking needs a mechanic',
  started: 'A job was started',
  arrived: 'A mechanic arrived',
  completed: 'A job was completed',
  cancelled: 'An appointment was canceled',
};

/**
 * What follows the appointment's number in a title. The wording is true for every viewer: the mechanic who got the job,
 * the one who lost it, or the office, even if the job no longer has a mechanic.
 */
const neutralTitles: Record<AppointmentEventKind, string> = {
  booked: 'was booked',
  assigned: 'was assigned',
  unassigned: 'was unassigned',
  rescheduled: 'was rescheduled',
  started: 'was started',
  arrived: 'has a mechanic on site',
  completed: 'was completed',
  cancelled: 'was canceled',
};

function paymentTitle(payment: Notification['payment'], money: (amount: string) => string): string {
  if (!payment) return 'A payment was updated';
  const amount = money(payment.amount);
  if (Number(payment.refundedAmount) > 0) {
    return `Payment refunded: ${money(payment.refundedAmount)} of ${amount}`;
  }
  switch (payment.status) {
    case 'completed':
      return `Payment received: ${amount}`;
    case 'pending':
      return `Payment due: ${amount}`;
    case 'failed':
      return `Payment failed: ${amount}`;
    case 'refunded':
      return `Payment refunded: ${amount}`;
  }
}

/**
 * Returns the range of unread notification ids in the open list, which then marks that range as read; null if none is
 * unread.
 */
export function getUnreadRange(
  notifications: readonly Pick<Notification, 'id' | 'read'>[],
): { readonly from: number; readonly to: number } | null {
  const unread = notifications.filter(({ read }) => !read).map(({ id }) => id);
  return unread.length === 0 ? null : { from: Math.min(...unread), to: Math.max(...unread) };
}
