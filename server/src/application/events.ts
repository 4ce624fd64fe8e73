import type { NotificationKind } from '@curbwrench/contract/notifications/schemas';
import type { OutboxEvent } from '../database/outbox-changes.ts';
import {
  createEventNotification,
  type EventNotification,
} from '../database/rules/event-notification.ts';

/**
 * Returns the event for a change to an appointment, for the people whom the change affects. If `change` is given, which
 * says what was changed and by whom, they also get a notification. If a previous change removed the job's mechanic,
 * `replacedId` is that mechanic, whom the customer's notification names as replaced.
 */
export function appointmentChanged(
  appointment: { readonly id: number; readonly customer_id: string },
  people: { readonly mechanicId?: string | null; readonly formerMechanicId?: string | null } = {},
  change?: {
    readonly kind: NotificationKind;
    readonly by: string;
    readonly replacedId?: string | null;
  },
): OutboxEvent {
  const affectedPeople = {
    customerId: appointment.customer_id,
    mechanicId: people.mechanicId ?? null,
    formerMechanicId: people.formerMechanicId ?? null,
  };
  return {
    kind: 'appointment',
    subjectId: appointment.id,
    ...affectedPeople,
    notification: change
      ? {
          ...createEventNotification(change.kind, affectedPeople, change.by),
          ...(change.replacedId && { formerMechanicId: change.replacedId }),
        }
      : null,
  };
}

/** Returns an event that notifies only the customer of a job's new time; the mechanics are notified separately. */
export function appointmentRescheduledForCustomer(
  appointment: { readonly id: number; readonly customer_id: string },
  actorId: string,
): OutboxEvent {
  return {
    ...appointmentChanged(appointment),
    notification: {
      kind: 'rescheduled',
      to: [appointment.customer_id],
      dispatch: false,
      by: actorId,
    },
  };
}

/**
 * Adds a notification about a `payment` or a `message` to an event, in the same transaction. `to` lists the ids
 * of its recipients; if `dispatch` is true, the office is notified too. The person who made the change (`by`) is
 * never notified. All recipients must be allowed to read the event's subject. All unread messages of a
 * conversation share one notification, which belongs to the latest message.
 *
 *     return done(null, [withNotification(paymentEvent, { kind: 'payment', to: [customerId], by: actor.id })]);
 */
export function withNotification(
  event: OutboxEvent,
  details: {
    readonly kind: Extract<NotificationKind, 'payment' | 'message'>;
    readonly to?: readonly string[];
    readonly dispatch?: boolean;
    readonly by: string | null;
  },
): OutboxEvent {
  const { kind, to = [], dispatch = false, by } = details;
  return { ...event, notification: { kind, to, dispatch, by } satisfies EventNotification };
}

/**
 * Returns the event for a waiting appointment that gained or lost a hold, which may change whether it needs attention.
 */
export function holdChanged(appointmentId: number): OutboxEvent {
  return { kind: 'appointment', subjectId: appointmentId };
}

/**
 * Returns the event for time slots that were taken or freed, for everyone who may be choosing one. `date` is the day,
 * or the first of several; clients reload all slots.
 */
export function slotsChanged(date: string): OutboxEvent {
  return { kind: 'slot', subjectId: date };
}

/**
 * Returns the event for a mechanic whose status or number of jobs changed, or whose position is no longer known. In the
 * latter case, the customer whose job they are doing receives it too (`customerId`). A new position has its own kind of
 * event, `position`, which is written together with the position.
 */
export function mechanicChanged(mechanicId: string, customerId: string | null = null): OutboxEvent {
  return { kind: 'mechanic', subjectId: mechanicId, mechanicId, customerId };
}

/** Returns the event for a change to a mechanic's hours, skills or time off. The mechanic receives it too. */
export function workingTimeChanged(mechanicId: string): OutboxEvent {
  return { kind: 'working_time', subjectId: mechanicId, mechanicId };
}

/** Returns the event for a changed holiday, for everyone whose working time depends on it. */
export function holidayChanged(date: string): OutboxEvent {
  return { kind: 'working_time', subjectId: date };
}

/** Returns the event for a mechanic who was marked as sick. The rest of the office is notified. */
export function mechanicReportedSick(mechanicId: string, actorId: string): OutboxEvent {
  return {
    ...workingTimeChanged(mechanicId),
    notification: { kind: 'sick', to: [], dispatch: true, by: actorId },
  };
}

/** Returns the event for a message that was sent or read in a person's conversation with the office. */
export function conversationChanged(personId: string): OutboxEvent {
  return { kind: 'conversation', subjectId: personId, customerId: personId };
}

/** Returns the event for a change to a person, such as to their profile, role or active status. */
export function personChanged(userId: string): OutboxEvent {
  return { kind: 'user', subjectId: userId, customerId: userId };
}

/** Returns the event for a person who read notifications or changed their preferences; only they receive it. */
export function notificationsChanged(userId: string): OutboxEvent {
  return { kind: 'notification', subjectId: userId, customerId: userId };
}

/**
 * Returns the events for a customer who joined, left or renewed a plan, and for the plan's changed member count.
 */
export function subscriptionChanged(id: number, customerId: string, planId: number): OutboxEvent[] {
  return [
    { kind: 'subscription', subjectId: id, customerId },
    { kind: 'plan', subjectId: planId },
  ];
}

/**
 * Returns the event for a new payment for a plan. The customer also gets a notification, unless they caused the
 * payment by joining. `actorId` is null for a renewal.
 */
export function planPaymentCreated(
  id: number,
  customerId: string,
  actorId: string | null,
): OutboxEvent {
  return withNotification(
    { kind: 'payment', subjectId: id, customerId },
    { kind: 'payment', to: [customerId], by: actorId },
  );
}
