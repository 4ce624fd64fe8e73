import { changeAppointment } from '../changes/appointment-changes.ts';
import { setAvailable } from '../../mechanics/changes.ts';
import { insertPendingPayment } from '../../payments/changes.ts';
import type { Actor } from '../../application/rules/actor.ts';
import type { Result } from '../../application/rules/result.ts';
import { appointmentChanged, mechanicChanged, slotsChanged } from '../../application/events.ts';
import { openAppointment } from './open-appointment.ts';
import { placeMissingHolds } from '../../scheduling/commands/place-holds.ts';
import { done, momentOf, runInTransaction, type Context } from '../../application/transaction.ts';

/**
 * The assigned mechanic finishes the job under way: it is final, they are available again,
 * and a payment for the price kept at booking is pending. Time it no longer needs may let
 * another appointment of that day hold a mechanic.
 */
export async function completeJob(
  context: Context,
  actor: Actor,
  appointmentId: number,
): Promise<Result<void>> {
  const moment = momentOf(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const opened = await openAppointment(trx, appointmentId, 'complete', actor, moment);
    if (!opened.ok) return opened;
    const appointment = opened.value;

    await changeAppointment(
      trx,
      appointment.id,
      { status: 'completed' },
      { kind: 'completed', actorId: actor.id, now: moment.now },
    );
    await setAvailable(trx, actor.id, true, moment, { seen: true });
    const paymentId = await insertPendingPayment(trx, appointment, moment.now);
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
