import { updateAppointment } from '../changes/appointment-changes.ts';
import { toDetailColumns, getDetailEdit, type DetailChange } from '../rules/appointment-details.ts';
import type { Actor } from '../../application/rules/actor.ts';
import type { Result } from '../../application/rules/result.ts';
import { appointmentChanged } from '../../application/events.ts';
import { lockAndCheckTransition } from './lock-and-check-transition.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../../application/transaction.ts';

/** Changes one of an appointment's details: its notes or its gate code. */
export async function editDetails(
  context: Context,
  actor: Actor,
  appointmentId: number,
  change: DetailChange,
): Promise<Result<void>> {
  const currentTime = getCurrentTime(context);
  const { transition, event } = getDetailEdit(change);
  return runInTransaction(context, actor.id, async (trx) => {
    const locked = await lockAndCheckTransition(trx, appointmentId, transition, actor, currentTime);
    if (!locked.ok) return locked;
    const appointment = locked.value;
    await updateAppointment(trx, appointment.id, toDetailColumns(change), {
      kind: event,
      actorId: actor.id,
      now: currentTime.now,
    });
    return done(undefined, [
      appointmentChanged(appointment, { mechanicId: appointment.mechanic_id }),
    ]);
  });
}
