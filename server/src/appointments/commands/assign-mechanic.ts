import { loadDayPlan } from '../../scheduling/queries/day-plans.ts';
import { updateAppointment, findLastAssignedMechanic } from '../changes/appointment-changes.ts';
import { withMovedHolds } from '../../scheduling/changes/hold-changes.ts';
import { lockMechanic } from '../../database/locks.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { decideAssignment } from '../../scheduling/rules/assignment.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { appointmentChanged, mechanicChanged, slotsChanged } from '../../application/events.ts';
import { lockAndCheckTransition } from './lock-and-check-transition.ts';
import { placeMissingHolds, getJobToPlace } from '../../scheduling/commands/place-holds.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../../application/transaction.ts';

/**
 * Assigns an appointment to a mechanic and confirms it, in one change. Other holds on that day may move to make room;
 * if they cannot, the refusal names an appointment that is in the way. Assigning the current mechanic again changes
 * nothing.
 */
export async function assignMechanic(
  context: Context,
  actor: Actor,
  appointmentId: number,
  mechanicId: string,
): Promise<Result<void>> {
  const currentTime = getCurrentTime(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const locked = await lockAndCheckTransition(trx, appointmentId, 'assign', actor, currentTime);
    if (!locked.ok) return locked;
    const appointment = locked.value;
    if (appointment.mechanic_id === mechanicId) return done(undefined, []);
    if (!(await lockMechanic(trx, mechanicId))) {
      return refused('not_found', 'Mechanic not found.');
    }
    const { plan } = await loadDayPlan(trx, appointment.date, []);
    const lastMechanicId = await findLastAssignedMechanic(trx, appointment.id);
    const decision = decideAssignment(plan, getJobToPlace(appointment), mechanicId);
    if (!decision.ok) return decision;

    await withMovedHolds(trx, decision.moves, () =>
      updateAppointment(
        trx,
        appointment.id,
        { status: 'confirmed', mechanic_id: mechanicId, held_mechanic_id: null },
        {
          kind: 'assigned',
          actorId: actor.id,
          now: currentTime.now,
          detail: { mechanicId, formerMechanicId: appointment.mechanic_id },
        },
      ),
    );
    // The assignment may free time for another appointment on that day that has no hold.
    const holdEvents = await placeMissingHolds(trx, appointment.date);
    const formerMechanicId = appointment.mechanic_id;
    const replacedId = formerMechanicId ?? lastMechanicId;
    return done(undefined, [
      ...holdEvents,
      appointmentChanged(
        appointment,
        { mechanicId, formerMechanicId },
        {
          kind: 'assigned',
          by: actor.id,
          replacedId: replacedId === mechanicId ? null : replacedId,
        },
      ),
      slotsChanged(appointment.date),
      mechanicChanged(mechanicId),
      ...(formerMechanicId === null ? [] : [mechanicChanged(formerMechanicId)]),
    ]);
  });
}
