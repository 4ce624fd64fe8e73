import type { NotificationKind } from '@curbwrench/contract/notifications/schemas';
import type { OutboxEvent } from '../database/outbox-changes.ts';
import {
  createEventNotification,
  type EventNotification,
} from '../database/rules/event-notification.ts';

/**
 * Returns the event of a changed appointment, for the people it affects. With `change`, which names the change
 * and who made it, they also get a notification. `replacedId` is the mechanic that the customer's notification
 * names as the former one, if that mechanic lost the job in an earlier change.
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
  const affected = {
    customerId: appointment.customer_id,
    mechanicId: people.mechanicId ?? null,
    formerMechanicId: people.formerMechanicId ?? null,
  };
  return {
    kind: 'appointment',
    subjectId: appointment.id,
    ...affected,
    notification: change
      ? {
          ...createEventNotification(change.kind, affected, change.by),
          ...(change.replacedId && { formerMechanicId: change.replacedId }),
        }
      : null,
  };
}

/**
 * Adds a notification about a `payment` or a `message` to an event, in the same transaction. `to` are the ids
 * of those notified, in addition to the office if `dispatch` is true; the person who made the change (`by`)
 * never is. All must be allowed to read its subject. Unread messages of one conversation share one
 * notification, the newest.
 *
 *     return done(null, [withNotification(paymentEvent, { kind: 'payment', to: [customerId], by: actor.id })]);
 */
export function withNotification(
  event: OutboxEvent,
  notice: {
    readonly kind: Extract<NotificationKind, 'payment' | 'message'>;
    readonly to?: readonly string[];
    readonly dispatch?: boolean;
    readonly by: string | null;
  },
): OutboxEvent {
  const { kind, to = [], dispatch = false, by } = notice;
  return { ...event, notification: { kind, to, dispatch, by } satisfies EventNotification };
}

/** Returns the event of a day's time being taken or freed, for everyone who may be choosing a slot. */
export function slotsChanged(date: string): OutboxEvent {
  return { kind: 'slot', subjectId: date };
}

/**
 * Returns the event of a mechanic's changed status or number of jobs, or of their position no longer being known;
 * for the latter, also for the customer whose job they are on. A new position has an event of its own kind,
 * `position`, which is written with it.
 */
export function mechanicChanged(mechanicId: string, customerId: string | null = null): OutboxEvent {
  return { kind: 'mechanic', subjectId: mechanicId, mechanicId, customerId };
}

/**
 * Returns the event of changed hours, skills or time off of a mechanic, by their id, who gets it too; or of a
 * changed holiday, by its date.
 */
export function workingTimeChanged(subjectId: string): OutboxEvent {
  return { kind: 'working_time', subjectId, mechanicId: subjectId };
}

/** Returns the event of a message sent or read in a person's conversation with the office. */
export function conversationChanged(personId: string): OutboxEvent {
  return { kind: 'conversation', subjectId: personId, customerId: personId };
}

/** Returns the event of a changed person: their role, or whether they are active. */
export function personChanged(userId: string): OutboxEvent {
  return { kind: 'user', subjectId: userId, customerId: userId };
}

/** Returns the event of a person having read their notifications or changed their settings, for them only. */
export function notificationsChanged(userId: string): OutboxEvent {
  return { kind: 'notification', subjectId: userId, customerId: userId };
}

/**
 * Returns the events of a customer joining, leaving or renewing a plan, whose number of members changes too.
 */
export function subscriptionChanged(id: number, customerId: string, planId: number): OutboxEvent[] {
  return [
    { kind: 'subscription', subjectId: id, customerId },
    { kind: 'plan', subjectId: planId },
  ];
}

/**
 * Returns the event of a payment for a plan. Its customer also gets a notification, unless they caused it by
 * joining. `by` is null for a renewal.
 */
export function planPaymentCreated(id: number, customerId: string, by: string | null): OutboxEvent {
  return withNotification(
    { kind: 'payment', subjectId: id, customerId },
    { kind: 'payment', to: [customerId], by },
  );
}
