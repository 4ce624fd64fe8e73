import type { JobStepChange } from '@curbwrench/contract/appointments/schemas';
import { updateAppointment } from '../changes/appointment-changes.ts';
import { makeAvailableAsOf } from '../../mechanics/switch-changes.ts';
import { insertPendingPayment } from '../../payments/changes.ts';
import type { Actor } from '../../application/rules/actor.ts';
import type { Result } from '../../application/rules/result.ts';
import { appointmentChanged, mechanicChanged, slotsChanged } from '../../application/events.ts';
import { runJobStep, type JobStepRequest } from './run-job-step.ts';
import { placeMissingHolds } from '../../scheduling/commands/place-holds.ts';
import { done, type Context } from '../../application/transaction.ts';

/** What a mechanic may note when completing a job. */
type CompletionNotes = Pick<
  Extract<JobStepChange, { status: 'completed' }>,
  'mileage' | 'workNote'
>;

/**
 * Completes a job in progress. This is final, and only its assigned mechanic may do it. The mechanic becomes available
 * again, and a pending payment of the total agreed at booking is created. The freed time may be held for another
 * appointment on that day.
 *
 * `mileage` is the odometer reading in miles; `workNote` says what was done.
 */
export async function completeJob(
  context: Context,
  actor: Actor,
  appointmentId: number,
  request: JobStepRequest,
  { mileage, workNote }: CompletionNotes = {},
): Promise<Result<string>> {
  const step = { name: 'complete', appointmentId, actor, ...request } as const;
  return runJobStep(context, step, async (trx, appointment, { at, detail, currentTime }) => {
    await updateAppointment(
      trx,
      appointment.id,
      {
        status: 'completed',
        ...(mileage !== undefined && { mileage }),
        ...(workNote && { work_note: workNote }),
      },
      { kind: 'completed', actorId: actor.id, now: currentTime.now, at, detail },
    );
    await makeAvailableAsOf(trx, actor.id, at, currentTime);
    const paymentId = await insertPendingPayment(trx, appointment.id, currentTime.now);
    const holdEvents = await placeMissingHolds(trx, appointment.date);
    return done(undefined, [
      ...holdEvents,
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
