import type { LockedAppointment } from '../db/appointment-changes.ts';
import type { Announcement } from '../db/outbox-changes.ts';

/** What to tell when an appointment changed: to those it concerns. */
export function appointmentChanged(
  appointment: Pick<LockedAppointment, 'id' | 'customer_id'>,
  people: { readonly mechanicId?: string | null; readonly formerMechanicId?: string | null } = {},
): Announcement {
  return {
    kind: 'appointment',
    subjectId: appointment.id,
    customerId: appointment.customer_id,
    mechanicId: people.mechanicId ?? null,
    formerMechanicId: people.formerMechanicId ?? null,
  };
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
