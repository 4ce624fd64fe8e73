import { toMinutes } from '@curbwrench/contract/fields/calendar';
import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import type { LocatedAddress } from '@curbwrench/contract/places/location';
import {
  setOutsideHours,
  updateAppointment,
  type LockedAppointment,
} from '../changes/appointment-changes.ts';
import { withMovedHolds } from '../../scheduling/changes/hold-changes.ts';
import { loadDayPlan } from '../../scheduling/queries/day-plans.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { decideAssignment } from '../../scheduling/rules/assignment.ts';
import { getBookingContext } from '../../scheduling/rules/availability.ts';
import { chooseNewTime, type MovableAppointment } from '../../scheduling/rules/rescheduling.ts';
import { getLinkDetail } from '../rules/by-link.ts';
import type { CurrentTime } from '../../application/rules/business-time.ts';
import { refused, type Refused, type Result } from '../../application/rules/result.ts';
import { isJobStranded } from '../queries/stranded-jobs.ts';
import { appointmentChanged, mechanicChanged, slotsChanged } from '../../application/events.ts';
import { findLimitProblem } from '../../service-areas/limit-rules.ts';
import { findAreaForAddress } from '../../service-areas/queries.ts';
import { lockAndCheckTransition } from './lock-and-check-transition.ts';
import { placeMissingHolds, getJobToPlace } from '../../scheduling/commands/place-holds.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
  type Done,
  type Transaction,
} from '../../application/transaction.ts';
import { checkVehicleOverlap } from './check-vehicle-overlap.ts';

/**
 * Reschedules an appointment under the rules for booking and, for customers, the limits of the service area. The
 * appointment keeps its id and history. A confirmed appointment stays with its mechanic if they are free at that time;
 * otherwise it needs a mechanic again and gets a new hold. Rescheduling an appointment to its current time changes
 * nothing, except that the office can confirm that the job stays with its mechanic outside working hours.
 */
export async function rescheduleAppointment(
  context: Context,
  actor: Actor,
  appointmentId: number,
  to: {
    readonly date: string;
    readonly startTime: string;
    readonly confirmOverlap?: boolean | undefined;
    readonly confirmOutsideHours?: boolean | undefined;
  },
): Promise<Result<void>> {
  const currentTime = getCurrentTime(context);
  return runInTransaction(context, actor, async (trx) => {
    const locked = await lockAndCheckTransition(
      trx,
      appointmentId,
      'reschedule',
      actor,
      currentTime,
      to.date,
    );
    if (!locked.ok) return locked;
    const appointment = locked.value;
    // Repeating the same request changes nothing.
    if (appointment.date === to.date && appointment.start_time.slice(0, 5) === to.startTime) {
      if (!to.confirmOutsideHours || !isOfficeRole(actor.role)) return done(undefined, []);
      return confirmOutsideHours(trx, appointment, currentTime);
    }
    const formerMechanicId = appointment.mechanic_id;

    const { plan } = await loadDayPlan(trx, to.date, []);
    const now = getBookingContext(currentTime, actor, to.confirmOutsideHours);
    const choice = chooseNewTime(plan, toMovableAppointment(appointment), to.startTime, now);
    if (!choice.ok) return choice;
    if (!isOfficeRole(actor.role)) {
      const place = toLocatedAddress(appointment);
      const { area } = await findAreaForAddress(trx, place, context.business.cityCenter);
      const problem = area && findLimitProblem(area, to, currentTime.local);
      if (problem) {
        const { field, message } = problem;
        return refused('invalid_request', message, { [field]: message });
      }
    }
    if (!to.confirmOverlap) {
      const time = { vehicleId: appointment.vehicle_id, ...to, endTime: choice.endTime };
      const overlap = await checkVehicleOverlap(trx, actor, time, appointment.id);
      if (overlap) return overlap;
    }
    const { keptMechanicId } = choice;
    await withMovedHolds(trx, choice.moves, () =>
      updateAppointment(
        trx,
        appointment.id,
        {
          date: to.date,
          start_time: to.startTime,
          end_time: choice.endTime,
          status: getStatusAfterRescheduling(appointment.status, keptMechanicId),
          mechanic_id: keptMechanicId,
          held_mechanic_id: choice.heldMechanicId,
          buffer_minutes: plan.bufferMinutes,
          outside_hours: choice.outsideHours,
          // A mechanic who declined the old time may accept the new one.
          declined_by: [],
        },
        {
          kind: 'rescheduled',
          actorId: actor.id,
          now: currentTime.now,
          detail: {
            fromDate: appointment.date,
            fromTime: appointment.start_time.slice(0, 5),
            toDate: to.date,
            toTime: to.startTime,
            ...(keptMechanicId !== formerMechanicId && { formerMechanicId }),
            ...getLinkDetail(actor),
          },
        },
      ),
    );
    const holdEvents = await placeMissingHolds(trx, appointment.date);
    return done(undefined, [
      ...holdEvents,
      appointmentChanged(
        appointment,
        { mechanicId: keptMechanicId, formerMechanicId },
        { kind: 'rescheduled', by: actor.id },
      ),
      slotsChanged(appointment.date),
      ...(to.date === appointment.date ? [] : [slotsChanged(to.date)]),
      ...(formerMechanicId === null ? [] : [mechanicChanged(formerMechanicId)]),
    ]);
  });
}

/** Confirms that a job keeps its time outside working hours. Refused if its mechanic is off or busy at that time. */
async function confirmOutsideHours(
  trx: Transaction,
  appointment: LockedAppointment,
  { now }: CurrentTime,
): Promise<Done<void> | Refused> {
  const { id, date, mechanic_id: mechanicId } = appointment;
  if (mechanicId === null) return done(undefined, []);
  const { plan } = await loadDayPlan(trx, date, []);
  const job = getJobToPlace(appointment);
  if (decideAssignment(plan, job, mechanicId).ok && !(await isJobStranded(trx, id)))
    return done(undefined, []);
  const decision = decideAssignment(plan, { ...job, outsideHours: true }, mechanicId);
  if (!decision.ok) return decision;
  await withMovedHolds(trx, decision.moves, () => setOutsideHours(trx, id, now));
  return done(undefined, [appointmentChanged(appointment, { mechanicId })]);
}

/**
 * Returns the status after rescheduling: a confirmed appointment whose mechanic can't do it at the new time becomes
 * pending, as if it had just been booked; any other status stays the same.
 */
function getStatusAfterRescheduling(
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
