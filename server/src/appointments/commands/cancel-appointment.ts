import { missingReasonProblem } from '@curbwrench/contract/appointments/lifecycle';
import { updateAppointment } from '../changes/appointment-changes.ts';
import { setAvailable } from '../../mechanics/switch-changes.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { appointmentChanged, mechanicChanged, slotsChanged } from '../../application/events.ts';
import { getLinkDetail } from '../rules/by-link.ts';
import { lockAndCheckTransition } from './lock-and-check-transition.ts';
import { placeMissingHolds } from '../../scheduling/commands/place-holds.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../../application/transaction.ts';

/**
 * Cancels an appointment permanently. Customers may cancel until the cutoff, the office at any time. Canceling a
 * job in progress requires a reason and makes its mechanic available again. The freed time is held for other
 * appointments on that day that have no hold.
 */
export async function cancelAppointment(
  context: Context,
  actor: Actor,
  appointmentId: number,
  reason: string | null,
): Promise<Result<void>> {
  const currentTime = getCurrentTime(context);
  return runInTransaction(context, actor, async (trx) => {
    const locked = await lockAndCheckTransition(trx, appointmentId, 'cancel', actor, currentTime);
    if (!locked.ok) return locked;
    const appointment = locked.value;
    const isInProgress = appointment.status === 'in_progress';
    const problem = missingReasonProblem('cancel', appointment.status);
    if (problem !== null && reason === null) {
      return refused('invalid_request', problem, { reason: problem });
    }

    await updateAppointment(
      trx,
      appointment.id,
      { status: 'cancelled', held_mechanic_id: null },
      {
        kind: 'cancelled',
        actorId: actor.id,
        now: currentTime.now,
        detail: { reason, ...getLinkDetail(actor) },
      },
    );
    const mechanicId = appointment.mechanic_id;
    if (isInProgress && mechanicId !== null) {
      await setAvailable(trx, mechanicId, true, currentTime, { isOwnActivity: false });
    }
    const holdEvents = await placeMissingHolds(trx, appointment.date);
    return done(undefined, [
      ...holdEvents,
      appointmentChanged(appointment, { mechanicId }, { kind: 'cancelled', by: actor.id }),
      slotsChanged(appointment.date),
      ...(mechanicId === null ? [] : [mechanicChanged(mechanicId)]),
    ]);
  });
}
