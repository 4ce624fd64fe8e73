import type { LoggedMessageKind } from '@curbwrench/contract/messaging/kinds';
import {
  openStatuses,
  waitingStatuses,
  type AppointmentStatus,
} from '@curbwrench/contract/appointments/lifecycle';

/** What a message was about when it was recorded. */
interface RecordedMessage {
  readonly kind: LoggedMessageKind;
  readonly personId: string;
  /** The local date and time of the appointment's start. */
  readonly startsAt: string | null;
  readonly mechanicId: string | null;
}

/** The current state of a message's subject, read just before the message is sent. */
export interface CurrentState {
  /** Null if the message is not about an appointment. */
  readonly appointment: {
    readonly startsAt: string;
    readonly status: AppointmentStatus;
    readonly mechanicId: string | null;
    readonly hasArrived: boolean;
    /** Whether the office was alerted that it needs attention, and it still does. */
    readonly needsAttention: boolean;
    readonly isReviewed: boolean;
  } | null;
  /** Whether the conversation has messages that the office has not read. */
  readonly isUnreadByOffice: boolean;
  /**
   * The person's latest message about the appointment that was sent, or may have been, through the same channel; null
   * if there is none.
   */
  readonly lastSent:
    | (Omit<RecordedMessage, 'personId'> & { readonly countsAsSent: boolean })
    | null;
}

/** Returns why a message is outdated by what has changed since it was recorded; null if it can still be sent. */
export function findOutdatedReason(message: RecordedMessage, state: CurrentState): string | null {
  if (message.kind === 'office_message') {
    return state.isUnreadByOffice ? null : 'The office has read the message.';
  }
  if (message.kind === 'office_reply') return null;
  const { appointment, lastSent } = state;
  if (!appointment) return null;
  if (!isStillTrue(message, appointment)) return 'The appointment changed before this was sent.';
  // The office gets one alert for each cause, and consecutive alerts may look alike.
  if (message.kind === 'office_attention') return null;
  if (message.kind === 'review_request' && appointment.isReviewed) {
    return 'The customer has already left a review.';
  }
  const wasSent =
    lastSent?.countsAsSent === true &&
    lastSent.kind === message.kind &&
    // A message about a job that was taken from a mechanic doesn't say who has it now, or when it is.
    (message.kind === 'job_removed' ||
      (lastSent.startsAt === message.startsAt && lastSent.mechanicId === message.mechanicId));
  return wasSent ? 'This message was already sent.' : null;
}

function isStillTrue(
  { kind, personId, startsAt, mechanicId }: RecordedMessage,
  appointment: NonNullable<CurrentState['appointment']>,
): boolean {
  const { status } = appointment;
  const isSameTime = appointment.startsAt === startsAt;
  const isSameMechanic = appointment.mechanicId === mechanicId;
  const isWaiting = waitingStatuses.some((each) => each === status);
  const isUpcoming = isWaiting || status === 'confirmed';
  switch (kind) {
    case 'booked':
    case 'texted_cancel':
    case 'moved':
    case 'reminder_day':
    case 'reminder_hours':
      return isSameTime && isUpcoming;
    case 'confirmed':
    case 'reassigned':
      return isSameTime && isSameMechanic && status === 'confirmed';
    case 'on_the_way':
      return status === 'in_progress' && isSameMechanic && !appointment.hasArrived;
    case 'arrived':
      return status === 'in_progress' && isSameMechanic;
    case 'finished':
    case 'payment_received':
    case 'review_request':
      return status === 'completed';
    case 'cancelled':
      return status === 'cancelled';
    case 'job_assigned':
    case 'job_changed':
      return isSameTime && status === 'confirmed' && appointment.mechanicId === personId;
    case 'job_removed':
      return status === 'cancelled' || appointment.mechanicId !== personId;
    case 'office_booking':
      return openStatuses.some((each) => each === status);
    case 'office_attention':
      return isWaiting || appointment.needsAttention;
    case 'tomorrows_jobs':
    case 'office_attention_list':
    case 'office_reply':
    case 'office_message':
      return true;
  }
}
