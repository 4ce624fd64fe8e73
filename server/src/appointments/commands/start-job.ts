import { startUndoMs } from '@curbwrench/contract/appointments/undo-time';
import { updateAppointment } from '../changes/appointment-changes.ts';
import { insertUndoableChange } from '../changes/undoable-changes.ts';
import { lockMechanic } from '../../database/locks.ts';
import { findJobInProgress } from '../../mechanics/changes.ts';
import { isSwitchedOff, readSwitch, makeAvailableAsOf } from '../../mechanics/switch-changes.ts';
import { refuseSecondJob } from '../rules/appointment-actions.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { appointmentChanged, mechanicChanged, slotsChanged } from '../../application/events.ts';
import { runJobStep, type JobStepRequest } from './run-job-step.ts';
import type { PromisedArrival } from './promise-arrival.ts';
import { placeMissingHolds } from '../../scheduling/commands/place-holds.ts';
import { done, type Context } from '../../application/transaction.ts';

/**
 * Starts a confirmed job on its scheduled day. Only its assigned mechanic may start it, and only if they have no other
 * job in progress. Until the job ends, their status is "on a job". The customer is notified after the start can no
 * longer be undone. If the start was queued while offline and sent later, the customer is not notified, since the news
 * that the mechanic is on the way would come too late. `promisedArrival` is stored in the history; null if it is
 * unknown, or if the start was sent later.
 */
export async function startJob(
  context: Context,
  actor: Actor,
  appointmentId: number,
  request: JobStepRequest,
  promisedArrival: PromisedArrival | null,
): Promise<Result<string>> {
  const step = { name: 'start', appointmentId, actor, ...request } as const;
  return runJobStep(context, step, async (trx, appointment, time) => {
    const { at, detail, isSentLater, currentTime } = time;
    if (!(await lockMechanic(trx, actor.id))) {
      return refused('not_allowed', 'Only an active mechanic can start a job.');
    }
    const jobInProgress = await findJobInProgress(trx, actor.id);
    const refusal = refuseSecondJob(jobInProgress?.id ?? null);
    if (refusal) return refusal;

    const switchBefore = await readSwitch(trx, actor.id);
    await updateAppointment(
      trx,
      appointment.id,
      { status: 'in_progress' },
      {
        kind: 'started',
        actorId: actor.id,
        now: currentTime.now,
        at,
        detail: { ...detail, ...toDetail(promisedArrival) },
      },
    );
    // A mechanic who starts a job is working today, so they are available again after it is done.
    const wasOff = await isSwitchedOff(trx, actor.id, appointment.date);
    const isOn = await makeAvailableAsOf(trx, actor.id, at, currentTime);
    const isBackOn = wasOff && isOn;
    const holdEvents = isBackOn ? await placeMissingHolds(trx, appointment.date) : [];
    const people = { mechanicId: actor.id };
    if (!isSentLater) {
      await insertUndoableChange(trx, appointment.id, {
        kind: 'start',
        before: switchBefore,
        events: [appointmentChanged(appointment, people, { kind: 'started', by: actor.id })],
        undoUntil: new Date(at.getTime() + startUndoMs),
      });
    }
    return done(undefined, [
      appointmentChanged(appointment, people),
      mechanicChanged(actor.id),
      ...holdEvents,
      ...(isBackOn ? [slotsChanged(appointment.date)] : []),
    ]);
  });
}

function toDetail(promisedArrival: PromisedArrival | null): Readonly<Record<string, string>> {
  return promisedArrival
    ? { promisedArrival: promisedArrival.at.toISOString(), arrivalSource: promisedArrival.source }
    : {};
}
