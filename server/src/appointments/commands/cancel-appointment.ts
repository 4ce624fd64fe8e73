import { missingReasonProblem } from '@curbwrench/contract/appointments/lifecycle';
import { changeAppointment } from '../changes/appointment-changes.ts';
import { setAvailable } from '../../mechanics/changes.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { appointmentChanged, mechanicChanged, slotsChanged } from '../../application/events.ts';
import { lockForTransition } from './open-appointment.ts';
import { placeMissingHolds } from '../../scheduling/commands/place-holds.ts';
import { done, momentOf, runInTransaction, type Context } from '../../application/transaction.ts';

/**
 * Cancels an appointment for good: the customer until the cut-off, dispatch at any time. A job in progress
 * needs a reason, and its mechanic becomes available again. The freed time goes to appointments of that day
 * that are waiting for a hold.
 */
export async function cancelAppointment(
  context: Context,
  actor: Actor,
  appointmentId: number,
  reason: string | null,
): Promise<Result<void>> {
  const moment = momentOf(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const locked = await lockForTransition(trx, appointmentId, 'cancel', actor, moment);
    if (!locked.ok) return locked;
    const appointment = locked.value;
    const isInProgress = appointment.status === 'in_progress';
    const problem = missingReasonProblem('cancel', appointment.status);
    if (problem !== null && reason === null) {
      return refused('invalid_request', problem, { reason: problem });
    }

    await changeAppointment(
      trx,
      appointment.id,
      { status: 'cancelled', hold_mechanic_id: null },
      { kind: 'cancelled', actorId: actor.id, now: moment.now, detail: { reason } },
    );
    const mechanicId = appointment.mechanic_id;
    if (isInProgress && mechanicId !== null) {
      await setAvailable(trx, mechanicId, true, moment, { seen: false });
    }
    await placeMissingHolds(trx, context, appointment.date);
    return done(undefined, [
      appointmentChanged(appointment, { mechanicId }, { kind: 'cancelled', by: actor.id }),
      slotsChanged(appointment.date),
      ...(mechanicId === null ? [] : [mechanicChanged(mechanicId)]),
    ]);
  });
}
