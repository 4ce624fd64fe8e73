import { toMinutes } from '@curbwrench/contract/fields/calendar';
import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import { isDispatchRole } from '@curbwrench/contract/people/roles';
import type { LocatedAddress } from '@curbwrench/contract/places/location';
import { updateAppointment, type LockedAppointment } from '../changes/appointment-changes.ts';
import { withMovedHolds } from '../../scheduling/changes/hold-changes.ts';
import { loadDayPlan } from '../../scheduling/queries/day-plans.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { getBookingMoment } from '../../scheduling/rules/availability.ts';
import { chooseNewTime, type MovableAppointment } from '../../scheduling/rules/rescheduling.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { appointmentChanged, mechanicChanged, slotsChanged } from '../../application/events.ts';
import { findLimitProblem } from '../../service-areas/limit-rules.ts';
import { findAreaForAddress } from '../../service-areas/queries.ts';
import { lockAndCheckTransition } from './lock-and-check-transition.ts';
import { placeMissingHolds } from '../../scheduling/commands/place-holds.ts';
import {
  done,
  getCurrentMoment,
  runInTransaction,
  type Context,
} from '../../application/transaction.ts';
import { checkVehicleOverlap } from './check-vehicle-overlap.ts';

/**
 * Moves an appointment to another time under the rules for booking, for customers also those of the service
 * area; its id and history do not change. A confirmed one
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
  const moment = getCurrentMoment(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const locked = await lockAndCheckTransition(
      trx,
      appointmentId,
      'reschedule',
      actor,
      moment,
      to.date,
    );
    if (!locked.ok) return locked;
    const appointment = locked.value;
    // Repeating a move changes nothing.
    if (appointment.date === to.date && appointment.start_time.slice(0, 5) === to.startTime) {
      return done(undefined, []);
    }
    const formerMechanicId = appointment.mechanic_id;

    const { plan } = await loadDayPlan(trx, to.date, [], context.business.jobsEndWithinHours);
    const now = getBookingMoment(moment.local, actor, context.business);
    const choice = chooseNewTime(plan, toMovableAppointment(appointment), to.startTime, now);
    if (!choice.ok) return choice;
    if (!isDispatchRole(actor.role)) {
      const place = toLocatedAddress(appointment);
      const { area } = await findAreaForAddress(trx, place, context.business.cityCentre);
      const limit = area && findLimitProblem(area, to, moment.local);
      if (limit) return refused('invalid_request', limit.message, { [limit.field]: limit.message });
    }
    if (!to.confirmOverlap) {
      const time = { vehicleId: appointment.vehicle_id, ...to, endTime: choice.endTime };
      const overlap = await checkVehicleOverlap(trx, actor, time, appointment.id);
      if (overlap) return overlap;
    }
    const { staysWith } = choice;
    await withMovedHolds(trx, choice.moves, () =>
      updateAppointment(
        trx,
        appointment.id,
        {
          date: to.date,
          start_time: to.startTime,
          end_time: choice.endTime,
          status: getStatusAfterMove(appointment.status, staysWith),
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
            ...(staysWith !== formerMechanicId && { formerMechanicId }),
          },
        },
      ),
    );
    await placeMissingHolds(trx, context, appointment.date);
    return done(undefined, [
      appointmentChanged(
        appointment,
        { mechanicId: staysWith, formerMechanicId },
        { kind: 'rescheduled', by: actor.id },
      ),
      slotsChanged(appointment.date),
      ...(to.date === appointment.date ? [] : [slotsChanged(to.date)]),
      ...(formerMechanicId === null ? [] : [mechanicChanged(formerMechanicId)]),
    ]);
  });
}

/**
 * Returns the status after a move: a confirmed appointment that loses its mechanic becomes pending again; any
 * other status stays.
 */
function getStatusAfterMove(
  status: AppointmentStatus,
  mechanicId: string | null,
): AppointmentStatus {
  return status === 'confirmed' && mechanicId === null ? 'pending' : status;
}

function toLocatedAddress(appointment: LockedAppointment): LocatedAddress {
  const { address, latitude: lat, longitude: lng, place_precision: precision } = appointment;
  return lat === null || lng === null
    ? { address, position: null, precision: 'unknown' }
    : { address, position: { lat, lng }, precision: precision ?? 'pin' };
}

function toMovableAppointment(appointment: LockedAppointment): MovableAppointment {
  const { id, skills, mechanic_id: mechanicId } = appointment;
  const duration = toMinutes(appointment.end_time) - toMinutes(appointment.start_time);
  return { id, skills, mechanicId, duration };
}
