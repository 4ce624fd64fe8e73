import type { TransitionName } from '@curbwrench/contract/appointments/lifecycle';
import type { OutboxEvent } from '../../database/outbox-changes.ts';
import {
  appointmentChanged,
  appointmentMovedForCustomer,
  mechanicChanged,
  slotsChanged,
} from '../../application/events.ts';
import type { Transaction } from '../../application/transaction.ts';
import {
  insertHistoryEvent,
  updateAppointment,
  type LockedAppointment,
} from '../changes/appointment-changes.ts';
import type { PlaceColumns } from '../changes/undoable-changes.ts';

/** An appointment's place on the schedule: its time and mechanic, with the columns that depend on them. */
export type Place = PlaceColumns & { readonly hold_mechanic_id: string | null };

/** The columns that decide which transitions lead to a place. */
type Spot = Pick<Place, 'date' | 'start_time' | 'mechanic_id'>;

/** Returns the part of an appointment's row that an undo restores. */
export function pickPlace(appointment: LockedAppointment): PlaceColumns {
  return {
    date: appointment.date,
    start_time: appointment.start_time,
    end_time: appointment.end_time,
    status: appointment.status,
    mechanic_id: appointment.mechanic_id,
    buffer_minutes: appointment.buffer_minutes,
    outside_hours: appointment.outside_hours,
    declined_by: appointment.declined_by,
  };
}

/** Returns the transitions of the lifecycle table that lead from one place to another; none if they are the same. */
export function listTransitions(from: Spot, to: Spot): TransitionName[] {
  const transitions: TransitionName[] = [];
  if (from.mechanic_id !== to.mechanic_id) {
    transitions.push(to.mechanic_id === null ? 'unassign' : 'assign');
  }
  if (isMoved(from, to)) transitions.push('reschedule');
  return transitions;
}

function isMoved(from: Spot, to: Spot): boolean {
  return from.date !== to.date || toTime(from.start_time) !== toTime(to.start_time);
}

/** Converts a time from the database to `HH:MM`. */
function toTime(time: string): string {
  return time.slice(0, 5);
}

/** Stores an appointment's new time and mechanic, and adds the move, assignment or unassignment to its history. */
export async function writePlace(
  trx: Transaction,
  appointment: LockedAppointment,
  place: Place,
  actorId: string,
  now: Date,
): Promise<void> {
  const { id, mechanic_id: formerMechanicId } = appointment;
  const moveEvent = {
    kind: 'rescheduled',
    detail: {
      fromDate: appointment.date,
      fromTime: toTime(appointment.start_time),
      toDate: place.date,
      toTime: toTime(place.start_time),
    },
  } as const;
  const assignmentEvent =
    place.mechanic_id === null
      ? ({ kind: 'unassigned', detail: { formerMechanicId, reason: null } } as const)
      : ({
          kind: 'assigned',
          detail: { mechanicId: place.mechanic_id, formerMechanicId },
        } as const);
  const [firstEvent, ...otherEvents] = [
    ...(isMoved(appointment, place) ? [moveEvent] : []),
    ...(formerMechanicId === place.mechanic_id ? [] : [assignmentEvent]),
  ];
  if (!firstEvent) return;
  const by = { actorId, now };
  await updateAppointment(trx, id, place, { ...firstEvent, ...by });
  for (const event of otherEvents) await insertHistoryEvent(trx, id, { ...event, ...by });
}

/** Returns the live events for a new time or mechanic, without notifications. */
export function listPlaceEvents(appointment: LockedAppointment, place: Place): OutboxEvent[] {
  const { mechanic_id: formerMechanicId } = appointment;
  const { mechanic_id: mechanicId } = place;
  const mechanicIds = new Set([mechanicId, formerMechanicId].filter((id) => id !== null));
  return [
    appointmentChanged(appointment, { mechanicId, formerMechanicId }),
    ...[...new Set([appointment.date, place.date])].map(slotsChanged),
    ...[...mechanicIds].map((id) => mechanicChanged(id)),
  ];
}

/**
 * Returns the events that notify the people concerned of a new time or mechanic, as for an assignment or move; if a
 * job is both moved and reassigned, only the customer is notified of the new time. `lastMechanicId` is the mechanic
 * who had the job before it was last unassigned.
 */
export function listPlaceNotifications(
  appointment: LockedAppointment,
  place: Place,
  by: string,
  lastMechanicId: string | null,
): OutboxEvent[] {
  const { mechanic_id: formerMechanicId } = appointment;
  const { mechanic_id: mechanicId } = place;
  const people = { mechanicId, formerMechanicId };
  const wasMoved = isMoved(appointment, place);
  if (mechanicId === formerMechanicId) {
    return wasMoved ? [appointmentChanged(appointment, people, { kind: 'rescheduled', by })] : [];
  }
  const replacedId = formerMechanicId ?? lastMechanicId;
  const assignmentEvent =
    mechanicId === null
      ? appointmentChanged(appointment, { formerMechanicId }, { kind: 'unassigned', by })
      : appointmentChanged(appointment, people, {
          kind: 'assigned',
          by,
          replacedId: replacedId === mechanicId ? null : replacedId,
        });
  return [...(wasMoved ? [appointmentMovedForCustomer(appointment, by)] : []), assignmentEvent];
}
