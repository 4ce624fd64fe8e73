import type { LockedAppointment } from '../db/appointment-changes.ts';
import type { Announcement } from '../db/outbox-changes.ts';

/**
 * What to tell when an appointment changed: the appointment itself to those it concerns, and its
 * day's time slots to everyone who may be choosing one.
 */
export function appointmentChanged(
  appointment: Pick<LockedAppointment, 'id' | 'customer_id' | 'date'>,
  people: { readonly mechanicId?: string | null; readonly formerMechanicId?: string | null } = {},
): Announcement[] {
  return [
    {
      kind: 'appointment',
      subjectId: appointment.id,
      customerId: appointment.customer_id,
      mechanicId: people.mechanicId ?? null,
      formerMechanicId: people.formerMechanicId ?? null,
    },
    { kind: 'slot', subjectId: appointment.date },
  ];
}

/** What to tell when a mechanic's status, place or number of jobs changed. */
export function mechanicChanged(mechanicId: string): Announcement {
  return { kind: 'mechanic', subjectId: mechanicId, mechanicId };
}
