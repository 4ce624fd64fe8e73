import type { LoggedMessageKind } from '@curbwrench/contract/messaging/kinds';
import type { EventNotification } from './event-notification.ts';

/** The parts of an event that determine which messages it causes. */
interface MessageCause {
  readonly kind: string;
  readonly subjectId: string | number;
  readonly customerId?: string | null;
  readonly mechanicId?: string | null;
  readonly formerMechanicId?: string | null;
  readonly notification?: EventNotification | null;
}

/** A message to record, before the channels through which its recipient can be reached are known. */
export interface MessageToRecord {
  readonly kind: LoggedMessageKind;
  /** The recipient; null for everyone in the office except `excludedPersonId`. */
  readonly personId: string | null;
  /** The person who made the change. */
  readonly excludedPersonId: string | null;
  readonly appointmentId: number | null;
  /** The conversation that the message is about: the id of its person. */
  readonly conversationId: string | null;
  /** The client-generated id of the chat message that this message forwards. */
  readonly messageClientId?: string;
  readonly mechanicId: string | null;
  readonly formerMechanicId: string | null;
  /** In a mechanic's list of the day's jobs: that day. */
  readonly date: string | null;
}

/**
 * Returns the messages that the events of one transaction cause. Customers also get messages about what they did
 * themselves, as confirmations; mechanics and the office do not. A customer whose job was rescheduled and reassigned at
 * the same time gets only the message about the new time, which names the mechanic too.
 */
export function listEventMessages(events: readonly MessageCause[]): MessageToRecord[] {
  const messages = events.flatMap(listMessages);
  const moved = new Set(
    messages.filter(({ kind }) => kind === 'moved').map(({ appointmentId }) => appointmentId),
  );
  return messages.filter(
    ({ kind, appointmentId }) =>
      !((kind === 'confirmed' || kind === 'reassigned') && moved.has(appointmentId)),
  );
}

function listMessages(event: MessageCause): MessageToRecord[] {
  const { notification } = event;
  if (!notification) return [];
  if (event.kind === 'conversation') {
    return notification.kind === 'message' && notification.dispatch
      ? [toOffice('office_message', event, notification)]
      : [];
  }
  return event.kind === 'appointment' ? listAppointmentMessages(event, notification) : [];
}

function listAppointmentMessages(
  event: MessageCause,
  notification: EventNotification,
): MessageToRecord[] {
  const customer = (kind: LoggedMessageKind) =>
    toPerson(kind, event.customerId, event, notification);
  const mechanic = (kind: LoggedMessageKind) =>
    toColleague(kind, event.mechanicId, event, notification);
  const former = () =>
    event.formerMechanicId === event.mechanicId
      ? []
      : toColleague('job_removed', event.formerMechanicId, event, notification);
  const office = (kind: LoggedMessageKind) =>
    notification.dispatch ? [toOffice(kind, event, notification)] : [];
  switch (notification.kind) {
    case 'booked':
      return [...customer('booked'), ...office('office_booking')];
    case 'assigned':
      return [
        ...customer(notification.formerMechanicId ? 'reassigned' : 'confirmed'),
        ...mechanic('job_assigned'),
        ...former(),
      ];
    case 'unassigned':
      return [...former(), ...office('office_attention')];
    case 'rescheduled':
      return [
        ...customer('moved'),
        ...mechanic('job_changed'),
        ...former(),
        ...office('office_attention'),
      ];
    case 'started':
      return customer('on_the_way');
    case 'arrived':
      return customer('arrived');
    case 'completed':
      return [...customer('finished'), ...customer('review_request')];
    case 'cancelled':
      return [...customer('cancelled'), ...mechanic('job_removed'), ...former()];
    case 'payment':
    case 'message':
    case 'sick':
      return [];
  }
}

function toPerson(
  kind: LoggedMessageKind,
  personId: string | null | undefined,
  event: MessageCause,
  notification: EventNotification,
): MessageToRecord[] {
  return personId ? [createMessage(kind, personId, event, notification)] : [];
}

/** Like `toPerson`, but returns no message about what the person did themselves. */
function toColleague(
  kind: LoggedMessageKind,
  personId: string | null | undefined,
  event: MessageCause,
  notification: EventNotification,
): MessageToRecord[] {
  return personId === notification.by ? [] : toPerson(kind, personId, event, notification);
}

function toOffice(
  kind: LoggedMessageKind,
  event: MessageCause,
  notification: EventNotification,
): MessageToRecord {
  return createMessage(kind, null, event, notification);
}

function createMessage(
  kind: LoggedMessageKind,
  personId: string | null,
  event: MessageCause,
  notification: EventNotification,
): MessageToRecord {
  return {
    kind,
    personId,
    excludedPersonId: notification.by,
    appointmentId: event.kind === 'appointment' ? Number(event.subjectId) : null,
    conversationId: event.kind === 'conversation' ? String(event.subjectId) : null,
    mechanicId: event.mechanicId ?? null,
    formerMechanicId: notification.formerMechanicId ?? event.formerMechanicId ?? null,
    date: null,
  };
}
