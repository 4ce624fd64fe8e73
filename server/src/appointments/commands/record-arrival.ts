import { updateAppointment, hasHistoryEvent } from '../changes/appointment-changes.ts';
import { makeAvailableAsOf } from '../../mechanics/switch-changes.ts';
import { refuseSecondArrival } from '../rules/appointment-actions.ts';
import type { Actor } from '../../application/rules/actor.ts';
import type { Result } from '../../application/rules/result.ts';
import { appointmentChanged, mechanicChanged } from '../../application/events.ts';
import { runJobStep, type JobStepRequest } from './run-job-step.ts';
import { done, type Context } from '../../application/transaction.ts';

/**
 * Records that the assigned mechanic has arrived, once per job in progress. The lock on the appointment prevents
 * simultaneous requests from recording it twice. Also sets the mechanic's availability switch to available. The
 * customer is notified, unless the arrival was queued while offline and sent later.
 */
export async function recordArrival(
  context: Context,
  actor: Actor,
  appointmentId: number,
  request: JobStepRequest,
): Promise<Result<string>> {
  const step = { name: 'arrive', appointmentId, actor, ...request } as const;
  return runJobStep(context, step, async (trx, appointment, time) => {
    const { at, detail, isSentLater, currentTime } = time;
    const refusal = refuseSecondArrival(await hasHistoryEvent(trx, appointment.id, 'arrived'));
    if (refusal) return refusal;

    await updateAppointment(
      trx,
      appointment.id,
      {},
      { kind: 'arrived', actorId: actor.id, now: currentTime.now, at, detail },
    );
    await makeAvailableAsOf(trx, actor.id, at, currentTime);
    return done(undefined, [
      appointmentChanged(
        appointment,
        { mechanicId: actor.id },
        isSentLater ? undefined : { kind: 'arrived', by: actor.id },
      ),
      mechanicChanged(actor.id),
    ]);
  });
}
