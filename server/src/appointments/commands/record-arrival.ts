import { updateAppointment, hasHistoryEvent } from '../changes/appointment-changes.ts';
import { setAvailable } from '../../mechanics/changes.ts';
import { refuseSecondArrival } from '../rules/appointment-actions.ts';
import type { Actor } from '../../application/rules/actor.ts';
import type { Result } from '../../application/rules/result.ts';
import { appointmentChanged, mechanicChanged } from '../../application/events.ts';
import { lockAndCheckTransition } from './lock-and-check-transition.ts';
import {
  done,
  getCurrentMoment,
  runInTransaction,
  type Context,
} from '../../application/transaction.ts';

/**
 * Records that the assigned mechanic has arrived, once per job in progress. The lock on the appointment
 * prevents simultaneous requests from recording it twice.
 */
export async function recordArrival(
  context: Context,
  actor: Actor,
  appointmentId: number,
): Promise<Result<void>> {
  const moment = getCurrentMoment(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const locked = await lockAndCheckTransition(trx, appointmentId, 'arrive', actor, moment);
    if (!locked.ok) return locked;
    const appointment = locked.value;
    const refusal = refuseSecondArrival(await hasHistoryEvent(trx, appointment.id, 'arrived'));
    if (refusal) return refusal;

    await updateAppointment(
      trx,
      appointment.id,
      {},
      { kind: 'arrived', actorId: actor.id, now: moment.now },
    );
    await setAvailable(trx, actor.id, true, moment, { isOwnActivity: true });
    return done(undefined, [
      appointmentChanged(appointment, { mechanicId: actor.id }),
      mechanicChanged(actor.id),
    ]);
  });
}
