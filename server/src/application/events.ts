import type { NoticeKind } from '@curbwrench/contract/notifications';
import type { OutboxEvent } from '../database/outbox-changes.ts';
import { noticeOf, type Notice } from '../database/rules/event-notice.ts';

/**
 * The event when an appointment changed: to those it concerns. With `happened`, what the change
 * was and whose it was, they also find it under their bell. `replacedId` is the mechanic whom the
 * new one replaces in the customer's eyes, where they lost the job earlier already.
 */
export function appointmentChanged(
  appointment: { readonly id: number; readonly customer_id: string },
  people: { readonly mechanicId?: string | null; readonly formerMechanicId?: string | null } = {},
  happened?: {
    readonly kind: NoticeKind;
    readonly by: string;
    readonly replacedId?: string | null;
  },
): OutboxEvent {
  const concerned = {
    customerId: appointment.customer_id,
    mechanicId: people.mechanicId ?? null,
    formerMechanicId: people.formerMechanicId ?? null,
  };
  return {
    kind: 'appointment',
    subjectId: appointment.id,
    ...concerned,
    notice: happened
      ? {
          ...noticeOf(happened.kind, concerned, happened.by),
          ...(happened.replacedId && { formerMechanicId: happened.replacedId }),
        }
      : null,
  };
}

/**
 * An event that its people also find under their bell, in the same transaction: a `payment`
 * or a `message`. `to` are the ids of those who are notified, beside the office if `dispatch` says
 * so; whoever did it (`by`) never is. All must be people who may read what it is about. What is
 * unread of one conversation stays one line, the newest.
 *
 *     return done(null, [notifying(paymentEvent, { kind: 'payment', to: [customerId], by: actor.id })]);
 */
export function notifying(
  event: OutboxEvent,
  notice: {
    readonly kind: Extract<NoticeKind, 'payment' | 'message'>;
    readonly to?: readonly string[];
    readonly dispatch?: boolean;
    readonly by: string | null;
  },
): OutboxEvent {
  const { kind, to = [], dispatch = false, by } = notice;
  return { ...event, notice: { kind, to, dispatch, by } satisfies Notice };
}

/** The event when a day's time was taken or freed: to everyone who may be choosing a slot. */
export function slotsChanged(date: string): OutboxEvent {
  return { kind: 'slot', subjectId: date };
}

/**
 * The event when a mechanic's status, place or number of jobs changed: of the place also to the
 * customer whose job they are on.
 */
export function mechanicChanged(mechanicId: string, customerId: string | null = null): OutboxEvent {
  return { kind: 'mechanic', subjectId: mechanicId, mechanicId, customerId };
}

/** The event when something was said or read in a person's conversation with the office. */
export function conversationChanged(personId: string): OutboxEvent {
  return { kind: 'conversation', subjectId: personId, customerId: personId };
}

/** The event when a person changed: their role, their standing. */
export function personChanged(userId: string): OutboxEvent {
  return { kind: 'user', subjectId: userId, customerId: userId };
}

/** The event when a person read what their bell told, or changed what it does: to them alone. */
export function bellChanged(userId: string): OutboxEvent {
  return { kind: 'notification', subjectId: userId, customerId: userId };
}

/** The event when a customer joined, left or renewed a plan: its number of members changes too. */
export function subscriptionChanged(id: number, customerId: string, planId: number): OutboxEvent[] {
  return [
    { kind: 'subscription', subjectId: id, customerId },
    { kind: 'plan', subjectId: planId },
  ];
}

/**
 * The event of a payment that a plan asks for: its customer also finds it under their bell,
 * unless they made it themself by joining. `by` is null where it was renewed.
 */
export function paymentMade(id: number, customerId: string, by: string | null): OutboxEvent {
  return notifying(
    { kind: 'payment', subjectId: id, customerId },
    { kind: 'payment', to: [customerId], by },
  );
}
