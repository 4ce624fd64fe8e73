import { updateAppointment } from '../changes/appointment-changes.ts';
import { setAvailable } from '../../mechanics/changes.ts';
import { insertPendingPayment } from '../../payments/changes.ts';
import type { Actor } from '../../application/rules/actor.ts';
import type { Result } from '../../application/rules/result.ts';
import { appointmentChanged, mechanicChanged, slotsChanged } from '../../application/events.ts';
import { lockAndCheckTransition } from './lock-and-check-transition.ts';
import { placeMissingHolds } from '../../scheduling/commands/place-holds.ts';
import {
  done,
  getCurrentMoment,
  runInTransaction,
  type Context,
} from '../../application/transaction.ts';

/**
 * Completes a job in progress, for its assigned mechanic. This is final, makes the mechanic available again
 * and creates a pending payment of the total agreed at booking. The freed time may become the hold of another
 * appointment of that day.
 */
export async function completeJob(
  context: Context,
  actor: Actor,
  appointmentId: number,
): Promise<Result<void>> {
  const moment = getCurrentMoment(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const locked = await lockAndCheckTransition(trx, appointmentId, 'complete', actor, moment);
    if (!locked.ok) return locked;
    const appointment = locked.value;

    await updateAppointment(
      trx,
      appointment.id,
      { status: 'completed' },
      { kind: 'completed', actorId: actor.id, now: moment.now },
    );
    await setAvailable(trx, actor.id, true, moment, { isOwnActivity: true });
    const paymentId = await insertPendingPayment(trx, appointment.id, moment.now);
    await placeMissingHolds(trx, context, appointment.date);
    return done(undefined, [
      appointmentChanged(
        appointment,
        { mechanicId: actor.id },
        { kind: 'completed', by: actor.id },
      ),
      slotsChanged(appointment.date),
      mechanicChanged(actor.id),
      {
        kind: 'payment',
        subjectId: paymentId,
        customerId: appointment.customer_id,
        mechanicId: actor.id,
      },
    ]);
  });
}
