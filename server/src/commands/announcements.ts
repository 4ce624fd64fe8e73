import type { NoticeKind } from '@curbwrench/contract/notifications';
import type { LockedAppointment } from '../db/appointment-changes.ts';
import type { Announcement } from '../db/outbox-changes.ts';
import { noticeOf, type Notice } from '../domain/notice.ts';

/**
 * What to tell when an appointment changed: to those it concerns. With `happened`, what the change
 * was and whose it was, they also find it under their bell.
 */
export function appointmentChanged(
  appointment: Pick<LockedAppointment, 'id' | 'customer_id'>,
  people: { readonly mechanicId?: string | null; readonly formerMechanicId?: string | null } = {},
  happened?: { readonly kind: NoticeKind; readonly by: string },
): Announcement {
  const concerned = {
    customerId: appointment.customer_id,
    mechanicId: people.mechanicId ?? null,
    formerMechanicId: people.formerMechanicId ?? null,
  };
  return {
    kind: 'appointment',
    subjectId: appointment.id,
    ...concerned,
    notice: happened ? noticeOf(happened.kind, concerned, happened.by) : null,
  };
}

/**
 * An announcement that its people also find under their bell, in the same transaction: a `payment`
 * or a `message`. `to` are the ids of those who are notified, beside the office if `dispatch` says
 * so; whoever did it (`by`) never is. All must be people who may read what it is about. What is
 * unread of one conversation stays one line, the newest.
 *
 *     tell([notifying(paymentAnnouncement, { kind: 'payment', to: [customerId], by: actor.id })]);
 */
export function notifying(
  announcement: Announcement,
  notice: {
    readonly kind: Extract<NoticeKind, 'payment' | 'message'>;
    readonly to?: readonly string[];
    readonly dispatch?: boolean;
    readonly by: string | null;
  },
): Announcement {
  const { kind, to = [], dispatch = false, by } = notice;
  return { ...announcement, notice: { kind, to, dispatch, by } satisfies Notice };
}

/** What to tell when a day's time was taken or freed: to everyone who may be choosing a slot. */
export function slotsChanged(date: string): Announcement {
  return { kind: 'slot', subjectId: date };
}

/**
 * What to tell when a mechanic's status, place or number of jobs changed: of the place also to the
 * customer whose job they are on.
 */
export function mechanicChanged(
  mechanicId: string,
  customerId: string | null = null,
): Announcement {
  return { kind: 'mechanic', subjectId: mechanicId, mechanicId, customerId };
}

/** What to tell when something was said or read in a person's conversation with the office. */
export function conversationChanged(personId: string): Announcement {
  return { kind: 'conversation', subjectId: personId, customerId: personId };
}

/** What to tell when a person changed: their role, their standing. */
export function personChanged(userId: string): Announcement {
  return { kind: 'user', subjectId: userId, customerId: userId };
}

/** What to tell when a person read what their bell told, or changed what it does: to them alone. */
export function bellChanged(userId: string): Announcement {
  return { kind: 'notification', subjectId: userId, customerId: userId };
}

/** What to tell when a customer joined, left or renewed a plan: its number of members changes too. */
export function subscriptionChanged(
  id: number,
  customerId: string,
  planId: number,
): Announcement[] {
  return [
    { kind: 'subscription', subjectId: id, customerId },
    { kind: 'plan', subjectId: planId },
  ];
}

/**
 * What to tell of a payment that a plan asks for: its customer also finds it under their bell,
 * unless they made it themself by joining. `by` is null where it was renewed.
 */
export function paymentMade(id: number, customerId: string, by: string | null): Announcement {
  return notifying(
    { kind: 'payment', subjectId: id, customerId },
    { kind: 'payment', to: [customerId], by },
  );
}
