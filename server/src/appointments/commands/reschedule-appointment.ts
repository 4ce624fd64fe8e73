import { minutesOf } from '@curbwrench/contract/fields/calendar';
import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import { changeAppointment, type LockedAppointment } from '../changes/appointment-changes.ts';
import { whileMovingHolds } from '../../scheduling/changes/hold-changes.ts';
import { loadDayPlan } from '../../scheduling/queries/day-plans.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { bookingMoment } from '../../scheduling/rules/availability.ts';
import { chooseNewTime, type Movable } from '../../scheduling/rules/rescheduling.ts';
import type { Result } from '../../application/rules/result.ts';
import { appointmentChanged, mechanicChanged, slotsChanged } from '../../application/events.ts';
import { openAppointment } from './open-appointment.ts';
import { placeMissingHolds } from '../../scheduling/commands/place-holds.ts';
import { done, momentOf, runInTransaction, type Context } from '../../application/transaction.ts';
import { whyVehicleIsBooked } from './check-vehicle-overlap.ts';

/**
 * Moves an appointment to another time under the rules for booking; its id and history stay. A confirmed one
 * stays with its mechanic if they are free then; otherwise it needs a mechanic again and gets a new hold.
 * Moving it to its current time changes nothing.
 */
export async function rescheduleAppointment(
  context: Context,
  actor: Actor,
  appointmentId: number,
  to: {
    readonly date: string;
    readonly startTime: string;
    readonly confirmOverlap?: boolean | undefined;
  },
): Promise<Result<void>> {
  const moment = momentOf(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const opened = await openAppointment(trx, appointmentId, 'reschedule', actor, moment, to.date);
    if (!opened.ok) return opened;
    const appointment = opened.value;
    // Already there: repeating a move changes nothing.
    if (appointment.date === to.date && appointment.start_time.slice(0, 5) === to.startTime) {
      return done(undefined, []);
    }
    const former = appointment.mechanic_id;

    const { plan } = await loadDayPlan(trx, to.date, null, context.business.jobsEndWithinHours);
    const now = bookingMoment(moment.local, actor, context.business);
    const choice = chooseNewTime(plan, movable(appointment), to.startTime, now);
    if (!choice.ok) return choice;
    if (!to.confirmOverlap) {
      const time = { vehicleId: appointment.vehicle_id, ...to, endTime: choice.endTime };
      const overlap = await whyVehicleIsBooked(trx, actor, time, appointment.id);
      if (overlap) return overlap;
    }
    const { staysWith } = choice;
    await whileMovingHolds(trx, choice.moves, () =>
      changeAppointment(
        trx,
        appointment.id,
        {
          date: to.date,
          start_time: to.startTime,
          end_time: choice.endTime,
          status: statusAfterMove(appointment.status, staysWith),
          mechanic_id: staysWith,
          hold_mechanic_id: choice.holdMechanicId,
          // A mechanic who declined the old time may accept the new one.
          declined_by: [],
        },
        {
          kind: 'rescheduled',
          actorId: actor.id,
          now: moment.now,
          detail: {
            fromDate: appointment.date,
            fromTime: appointment.start_time.slice(0, 5),
            toDate: to.date,
            toTime: to.startTime,
            ...(staysWith !== former && { formerMechanicId: former }),
          },
        },
      ),
    );
    await placeMissingHolds(trx, context, appointment.date);
    return done(undefined, [
      appointmentChanged(
        appointment,
        { mechanicId: staysWith, formerMechanicId: former },
        { kind: 'rescheduled', by: actor.id },
      ),
      slotsChanged(appointment.date),
      ...(to.date === appointment.date ? [] : [slotsChanged(to.date)]),
      ...(former === null ? [] : [mechanicChanged(former)]),
    ]);
  });
}

/**
 * Returns the status after a move: a confirmed appointment that loses its mechanic becomes unassigned; any
 * other keeps its status.
 */
function statusAfterMove(status: AppointmentStatus, mechanicId: string | null): AppointmentStatus {
  return status === 'confirmed' && mechanicId === null ? 'pending' : status;
}

function movable(appointment: LockedAppointment): Movable {
  const { id, skill, mechanic_id: mechanicId } = appointment;
  const duration = minutesOf(appointment.end_time) - minutesOf(appointment.start_time);
  return { id, skill, mechanicId, duration };
}
