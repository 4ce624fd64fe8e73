import { loadDayPlan } from '../../scheduling/queries/day-plans.ts';
import { changeAppointment, lastAssignedTo } from '../changes/appointment-changes.ts';
import { whileMovingHolds } from '../../scheduling/changes/hold-changes.ts';
import { lockMechanic } from '../../database/locks.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { placeAssignment } from '../../scheduling/rules/assignment.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { appointmentChanged, mechanicChanged, slotsChanged } from '../../application/events.ts';
import { openAppointment } from './open-appointment.ts';
import { placeMissingHolds, wantOf } from '../../scheduling/commands/place-holds.ts';
import { done, momentOf, runInTransaction, type Context } from '../../application/transaction.ts';

/**
 * Assigns an appointment to a mechanic and confirms it, in one change. Other holds of the day may move to
 * make room; if they cannot, the refusal names the appointment in the way. Assigning the mechanic it already
 * has changes nothing.
 */
export async function assignMechanic(
  context: Context,
  actor: Actor,
  appointmentId: number,
  mechanicId: string,
): Promise<Result<void>> {
  const moment = momentOf(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const opened = await openAppointment(trx, appointmentId, 'assign', actor, moment);
    if (!opened.ok) return opened;
    const appointment = opened.value;
    if (appointment.mechanic_id === mechanicId) return done(undefined, []);
    if (!(await lockMechanic(trx, mechanicId))) {
      return refused('not_found', 'There is no such mechanic.');
    }
    const { plan } = await loadDayPlan(
      trx,
      appointment.date,
      null,
      context.business.jobsEndWithinHours,
    );
    const before = await lastAssignedTo(trx, appointment.id);
    const placed = placeAssignment(plan, wantOf(appointment), mechanicId);
    if (!placed.ok) return placed;

    await whileMovingHolds(trx, placed.moves, () =>
      changeAppointment(
        trx,
        appointment.id,
        { status: 'confirmed', mechanic_id: mechanicId, hold_mechanic_id: null },
        {
          kind: 'assigned',
          actorId: actor.id,
          now: moment.now,
          detail: { mechanicId, formerMechanicId: appointment.mechanic_id },
        },
      ),
    );
    // Another appointment of that day may be waiting for the time this frees.
    await placeMissingHolds(trx, context, appointment.date);
    const former = appointment.mechanic_id;
    const replaced = former ?? before;
    return done(undefined, [
      appointmentChanged(
        appointment,
        { mechanicId, formerMechanicId: former },
        { kind: 'assigned', by: actor.id, replacedId: replaced === mechanicId ? null : replaced },
      ),
      slotsChanged(appointment.date),
      mechanicChanged(mechanicId),
      ...(former === null ? [] : [mechanicChanged(former)]),
    ]);
  });
}
