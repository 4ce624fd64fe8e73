import type { TransitionName } from '@curbwrench/contract/appointments/lifecycle';
import type { OutboxEvent } from '../../database/outbox-changes.ts';
import {
  appointmentChanged,
  appointmentRescheduledForCustomer,
  mechanicChanged,
  slotsChanged,
} from '../../application/events.ts';
import type { Transaction } from '../../application/transaction.ts';
import {
  insertHistoryEvent,
  updateAppointment,
  type LockedAppointment,
} from '../changes/appointment-changes.ts';
import type { PlacementColumns } from '../changes/undoable-changes.ts';

/** An appointment's placement on the schedule: its time and mechanic, with the columns that depend on them. */
export type Placement = PlacementColumns & { readonly held_mechanic_id: string | null };

/** The columns that determine which transitions lead from one placement to another. */
type TimeAndMechanic = Pick<Placement, 'date' | 'start_time' | 'mechanic_id'>;

/** Returns the part of an appointment's row that an undo restores. */
export function pickPlacement(appointment: LockedAppointment): PlacementColumns {
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

/**
 * Returns the transitions of the lifecycle table that lead from one placement to another; none if they are the same.
 */
export function listTransitions(from: TimeAndMechanic, to: TimeAndMechanic): TransitionName[] {
  const transitions: TransitionName[] = [];
  if (from.mechanic_id !== to.mechanic_id) {
    transitions.push(to.mechanic_id === null ? 'unassign' : 'assign');
  }
  if (isRescheduled(from, to)) transitions.push('reschedule');
  return transitions;
}

function isRescheduled(from: TimeAndMechanic, to: TimeAndMechanic): boolean {
  return from.date !== to.date || toTime(from.start_time) !== toTime(to.start_time);
}

/** Converts a time from the database to `HH:MM`. */
function toTime(time: string): string {
  return time.slice(0, 5);
}

/**
 * Stores an appointment's new time and mechanic, and adds the rescheduling, assignment or unassignment to its history.
 */
export async function writePlacement(
  trx: Transaction,
  appointment: LockedAppointment,
  placement: Placement,
  actorId: string,
  now: Date,
): Promise<void> {
  const { id, mechanic_id: formerMechanicId } = appointment;
  const rescheduleEvent = {
    kind: 'rescheduled',
    detail: {
      fromDate: appointment.date,
      fromTime: toTime(appointment.start_time),
      toDate: placement.date,
      toTime: toTime(placement.start_time),
    },
  } as const;
  const assignmentEvent =
    placement.mechanic_id === null
      ? ({ kind: 'unassigned', detail: { formerMechanicId, reason: null } } as const)
      : ({
          kind: 'assigned',
          detail: { mechanicId: placement.mechanic_id, formerMechanicId },
        } as const);
  const [firstEvent, ...otherEvents] = [
    ...(isRescheduled(appointment, placement) ? [rescheduleEvent] : []),
    ...(formerMechanicId === placement.mechanic_id ? [] : [assignmentEvent]),
  ];
  if (!firstEvent) return;
  const metadata = { actorId, now };
  await updateAppointment(trx, id, placement, { ...firstEvent, ...metadata });
  for (const event of otherEvents) await insertHistoryEvent(trx, id, { ...event, ...metadata });
}

/** Returns the live events for a new time or mechanic, without notifications. */
export function listPlacementEvents(
  appointment: LockedAppointment,
  placement: Placement,
): OutboxEvent[] {
  const { mechanic_id: formerMechanicId } = appointment;
  const { mechanic_id: mechanicId } = placement;
  const mechanicIds = new Set([mechanicId, formerMechanicId].filter((id) => id !== null));
  return [
    appointmentChanged(appointment, { mechanicId, formerMechanicId }),
    ...[...new Set([appointment.date, placement.date])].map(slotsChanged),
    ...[...mechanicIds].map((id) => mechanicChanged(id)),
  ];
}

/**
 * Returns the events that notify the customer and the mechanics of a new time or mechanic: the same ones that assigning
 * or rescheduling sends. If a job is both rescheduled and reassigned, only the customer is notified of the new time.
 * `mechanicIdBeforeUnassignment` is the mechanic who had the job before it was last unassigned.
 */
export function listPlacementNotifications(
  appointment: LockedAppointment,
  placement: Placement,
  actorId: string,
  mechanicIdBeforeUnassignment: string | null,
): OutboxEvent[] {
  const { mechanic_id: formerMechanicId } = appointment;
  const { mechanic_id: mechanicId } = placement;
  const people = { mechanicId, formerMechanicId };
  const wasRescheduled = isRescheduled(appointment, placement);
  if (mechanicId === formerMechanicId) {
    return wasRescheduled
      ? [appointmentChanged(appointment, people, { kind: 'rescheduled', by: actorId })]
      : [];
  }
  const replacedId = formerMechanicId ?? mechanicIdBeforeUnassignment;
  const assignmentEvent =
    mechanicId === null
      ? appointmentChanged(appointment, { formerMechanicId }, { kind: 'unassigned', by: actorId })
      : appointmentChanged(appointment, people, {
          kind: 'assigned',
          by: actorId,
          replacedId: replacedId === mechanicId ? null : replacedId,
        });
  return [
    ...(wasRescheduled ? [appointmentRescheduledForCustomer(appointment, actorId)] : []),
    assignmentEvent,
  ];
}
