import { updateAppointment } from '../changes/appointment-changes.ts';
import { lockMechanic } from '../../database/locks.ts';
import { isSwitchedOff, findJobInProgress, setAvailable } from '../../mechanics/changes.ts';
import { refuseSecondJob } from '../rules/appointment-actions.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { appointmentChanged, mechanicChanged, slotsChanged } from '../../application/events.ts';
import { lockAndCheckTransition } from './lock-and-check-transition.ts';
import type { ArrivalPromise } from './promise-arrival.ts';
import { placeMissingHolds } from '../../scheduling/commands/place-holds.ts';
import {
  done,
  getCurrentMoment,
  runInTransaction,
  type Context,
} from '../../application/transaction.ts';

/**
 * Starts a confirmed job on its own day, for its assigned mechanic, who may have only one job in progress.
 * While it is, their status is on a job. `promise` is when they are expected, which the history keeps.
 */
export async function startJob(
  context: Context,
  actor: Actor,
  appointmentId: number,
  promise: ArrivalPromise | null,
): Promise<Result<void>> {
  const moment = getCurrentMoment(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const locked = await lockAndCheckTransition(trx, appointmentId, 'start', actor, moment);
    if (!locked.ok) return locked;
    const appointment = locked.value;
    if (!(await lockMechanic(trx, actor.id))) {
      return refused('not_allowed', 'Only a working mechanic can start a job.');
    }
    const jobInProgress = await findJobInProgress(trx, actor.id);
    const refusal = refuseSecondJob(jobInProgress?.id ?? null);
    if (refusal) return refusal;

    await updateAppointment(
      trx,
      appointment.id,
      { status: 'in_progress' },
      { kind: 'started', actorId: actor.id, now: moment.now, detail: toDetail(promise) },
    );
    // Starting a job means taking work, so the mechanic is available again once it is done.
    const wasOff = await isSwitchedOff(trx, actor.id, appointment.date);
    await setAvailable(trx, actor.id, true, moment, { isOwnActivity: true });
    if (wasOff) await placeMissingHolds(trx, appointment.date);
    return done(undefined, [
      appointmentChanged(appointment, { mechanicId: actor.id }, { kind: 'started', by: actor.id }),
      mechanicChanged(actor.id),
      ...(wasOff ? [slotsChanged(appointment.date)] : []),
    ]);
  });
}

function toDetail(promise: ArrivalPromise | null): Readonly<Record<string, string>> {
  return promise ? { promisedAt: promise.at.toISOString(), promisedBy: promise.source } : {};
}
