import type { PlacementInput } from '@curbwrench/contract/appointments/board-schemas';
import { undoMs } from '@curbwrench/contract/appointments/undo-time';
import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import { loadDayPlan } from '../../scheduling/queries/day-plans.ts';
import {
  findLastAssignedMechanic,
  type LockedAppointment,
} from '../changes/appointment-changes.ts';
import { insertUndoableChange } from '../changes/undoable-changes.ts';
import { withMovedHolds } from '../../scheduling/changes/hold-changes.ts';
import { lockMechanic } from '../../database/locks.ts';
import { isRecordedAsStranded } from '../../working-time/changes.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { getBookingContext } from '../../scheduling/rules/availability.ts';
import { decidePlacement } from '../../scheduling/rules/placement.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { lockAndCheckTransition } from './lock-and-check-transition.ts';
import { placeMissingHolds, getJobToPlace } from '../../scheduling/commands/place-holds.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../../application/transaction.ts';
import { checkVehicleOverlap } from './check-vehicle-overlap.ts';
import {
  listPlacementEvents,
  listPlacementNotifications,
  listTransitions,
  pickPlacement,
  writePlacement,
  type Placement,
} from './write-placement.ts';

/**
 * Sets an appointment's time and mechanic (or none) in one change. The rules, history and live events are the same as
 * for assigning, unassigning and rescheduling. Notifications are held back while the change can be undone. Returns the
 * version for undoing it, or null if the appointment already had this time and mechanic.
 */
export async function placeAppointment(
  context: Context,
  actor: Actor,
  appointmentId: number,
  to: PlacementInput,
): Promise<Result<number | null>> {
  const currentTime = getCurrentTime(context);
  const target = { date: to.date, start_time: to.startTime, mechanic_id: to.mechanicId };
  const getTransitions = (appointment: LockedAppointment) => listTransitions(appointment, target);
  return runInTransaction(context, actor.id, async (trx) => {
    const locked = await lockAndCheckTransition(
      trx,
      appointmentId,
      getTransitions,
      actor,
      currentTime,
      to.date,
    );
    if (!locked.ok) return locked;
    const appointment = locked.value;
    const steps = getTransitions(appointment);
    if (steps.length === 0) return done(null, []);
    const { mechanicId } = to;
    if (mechanicId !== null && !(await lockMechanic(trx, mechanicId))) {
      return refused('not_found', 'Mechanic not found.');
    }
    const { plan } = await loadDayPlan(trx, to.date, []);
    const now = getBookingContext(currentTime, actor, to.confirmOutsideHours);
    const job = { ...getJobToPlace(appointment), appointmentId, date: appointment.date };
    const decision = decidePlacement(plan, job, to, now);
    if (!decision.ok) return decision;
    const isRescheduled = steps.includes('reschedule');
    if (isRescheduled && !to.confirmOverlap) {
      const { date, startTime } = to;
      const time = {
        vehicleId: appointment.vehicle_id,
        date,
        startTime,
        endTime: decision.endTime,
      };
      const overlap = await checkVehicleOverlap(trx, actor, time, appointmentId);
      if (overlap) return overlap;
    }
    const lastMechanicId = await findLastAssignedMechanic(trx, appointmentId);
    const placement: Placement = {
      date: to.date,
      start_time: to.startTime,
      end_time: decision.endTime,
      status: getStatus(appointment, mechanicId),
      mechanic_id: mechanicId,
      held_mechanic_id: decision.heldMechanicId,
      buffer_minutes: decision.buffer ?? 0,
      outside_hours: decision.outsideHours,
      // A mechanic who declined the old time may accept the new one.
      declined_by: isRescheduled ? [] : appointment.declined_by,
    };
    const wasStranded = await isRecordedAsStranded(trx, appointmentId);
    await withMovedHolds(trx, decision.moves, () =>
      writePlacement(trx, appointment, placement, actor.id, currentTime.now),
    );
    await placeMissingHolds(trx, appointment.date);
    const version = await insertUndoableChange(trx, appointmentId, {
      kind: 'dispatch',
      before: { ...pickPlacement(appointment), wasStranded },
      events: listPlacementNotifications(appointment, placement, actor.id, lastMechanicId),
      undoUntil: new Date(currentTime.now.getTime() + undoMs),
    });
    return done(version, listPlacementEvents(appointment, placement));
  });
}

/** Returns an appointment's status after it is assigned to this mechanic, or unassigned if `mechanicId` is null. */
function getStatus({ status }: LockedAppointment, mechanicId: string | null): AppointmentStatus {
  if (mechanicId !== null) return 'confirmed';
  return status === 'confirmed' ? 'unassigned' : status;
}
