import { changeAppointment } from '../changes/appointment-changes.ts';
import { lockMechanic } from '../../database/locks.ts';
import { isSwitchedOff, jobUnderWay, setAvailable } from '../../mechanics/changes.ts';
import { whyNotYet } from '../rules/appointment-actions.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { appointmentChanged, mechanicChanged, slotsChanged } from '../../application/events.ts';
import { openAppointment } from './open-appointment.ts';
import { placeMissingHolds } from '../../scheduling/commands/place-holds.ts';
import { done, momentOf, runInTransaction, type Context } from '../../application/transaction.ts';

/**
 * Starts a confirmed job on its own day, for its assigned mechanic. One job at a time: while it is in
 * progress, the mechanic's status is on a job.
 */
export async function startJob(
  context: Context,
  actor: Actor,
  appointmentId: number,
): Promise<Result<void>> {
  const moment = momentOf(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const opened = await openAppointment(trx, appointmentId, 'start', actor, moment);
    if (!opened.ok) return opened;
    const appointment = opened.value;
    if (!(await lockMechanic(trx, actor.id))) {
      return refused('not_allowed', 'Only a working mechanic can start a job.');
    }
    const underWay = await jobUnderWay(trx, actor.id);
    const busy = whyNotYet(underWay?.id ?? null);
    if (busy) return busy;

    await changeAppointment(
      trx,
      appointment.id,
      { status: 'in_progress' },
      { kind: 'started', actorId: actor.id, now: moment.now },
    );
    // Starting a job means taking work, so the mechanic is available again once it is done.
    const wasOff = await isSwitchedOff(trx, actor.id, appointment.date);
    await setAvailable(trx, actor.id, true, moment, { seen: true });
    if (wasOff) await placeMissingHolds(trx, context, appointment.date);
    return done(undefined, [
      appointmentChanged(appointment, { mechanicId: actor.id }, { kind: 'started', by: actor.id }),
      mechanicChanged(actor.id),
      ...(wasOff ? [slotsChanged(appointment.date)] : []),
    ]);
  });
}
