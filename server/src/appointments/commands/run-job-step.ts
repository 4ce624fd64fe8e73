import { claimKey, storeReply } from '../../database/idempotency-changes.ts';
import type { IdempotencyKey } from '../../database/rules/idempotency-key.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { toLocalTime, type CurrentTime } from '../../application/rules/business-time.ts';
import { refused, type Refused, type Result } from '../../application/rules/result.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
  type Done,
  type Transaction,
} from '../../application/transaction.ts';
import { listStepHistory, type LockedAppointment } from '../changes/appointment-changes.ts';
import type { AppointmentRow } from '../queries/appointment-rows.ts';
import { findAppointment } from '../queries/appointments.ts';
import { decideStepTime, type StepTime } from '../rules/step-time.ts';
import { lockAndCheckTransition } from './lock-and-check-transition.ts';

/** The request for a step of a mechanic's job. */
export interface JobStepRequest {
  /** When the mechanic tapped the button, if the request was sent later; null means now. */
  readonly pressedAt: Date | null;
  /** Null when the client sent no Idempotency-Key. */
  readonly idempotencyKey: IdempotencyKey | null;
  /** Returns the exact text of the reply, which is stored so that a repeated request gets an identical response. */
  readonly reply: (row: AppointmentRow) => string;
}

/** A step of a mechanic's job. */
interface JobStep extends JobStepRequest {
  readonly name: 'start' | 'arrive' | 'complete';
  readonly appointmentId: number;
  readonly actor: Actor;
}

/**
 * Performs a step of a job in one transaction: locks and checks the appointment as of the time when its button was
 * pressed, then runs `work`. Returns the reply. A repeated request with the same key returns the first reply and
 * changes nothing. A step that was sent later is refused if the office changed the job after its button was pressed.
 */
export async function runJobStep(
  context: Context,
  { name, appointmentId, actor, pressedAt, idempotencyKey, reply }: JobStep,
  work: (
    trx: Transaction,
    appointment: LockedAppointment,
    time: StepTime & { readonly currentTime: CurrentTime },
  ) => Promise<Done<void> | Refused>,
): Promise<Result<string>> {
  const currentTime = getCurrentTime(context);
  const { now, timeZone } = currentTime;
  return runInTransaction(context, actor.id, async (trx) => {
    const previous = idempotencyKey && (await claimKey(trx, idempotencyKey));
    if (previous?.hasSameBody) return done(previous.reply, []);
    if (previous) return refused('idempotency_mismatch', 'That key was used for another change.');

    // The button can't have been pressed later than now: a phone whose clock is fast must not start the next day's job.
    const stepTime = pressedAt !== null && pressedAt < now ? pressedAt : now;
    const timeOfStep = {
      now: stepTime,
      local: toLocalTime(stepTime, timeZone),
      timeZone,
    };
    const locked = await lockAndCheckTransition(trx, appointmentId, name, actor, timeOfStep);
    const history = pressedAt === null ? [] : await listStepHistory(trx, appointmentId);
    if (!locked.ok) {
      const wasAssigned = history.some(({ mechanicId }) => mechanicId === actor.id);
      return wasAssigned && locked.refusal.code === 'not_found' ? noLongerAssigned : locked;
    }
    const time = decideStepTime(pressedAt, now, history);
    if (!time.ok) return time;

    const outcome = await work(trx, locked.value, { ...time.value, currentTime });
    if (!outcome.ok) return outcome;
    const row = await findAppointment(trx, { kind: 'all' }, appointmentId);
    if (!row) throw new Error('The appointment of a step is missing.');
    const text = reply(row);
    if (idempotencyKey) await storeReply(trx, idempotencyKey, text, now);
    return done(text, outcome.events);
  });
}

const noLongerAssigned = refused('changed_meanwhile', 'This job is no longer assigned to you.');
