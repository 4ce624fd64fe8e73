import { pressedByHeader } from '@curbwrench/contract/appointments/pressed-by';
import type { AppointmentChange, JobStepChange } from '@curbwrench/contract/appointments/schemas';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { getCurrentTime } from '../../application/transaction.ts';
import { readIdempotencyKey } from '../../http/idempotency-key.ts';
import type { RouteContext } from '../../http/route-context.ts';
import { completeJob } from '../commands/complete-job.ts';
import { promiseArrival } from '../commands/promise-arrival.ts';
import { recordArrival } from '../commands/record-arrival.ts';
import { startJob } from '../commands/start-job.ts';
import { wasSentLater } from '../rules/step-time.ts';
import { presentAppointment } from './appointment-view.ts';

/** Returns whether a change is a step of a mechanic's job. */
export function isJobStep(body: AppointmentChange): body is JobStepChange {
  return 'arrived' in body || ('status' in body && stepStatuses.has(body.status));
}

const stepStatuses = new Set<string>(['in_progress', 'completed']);

/**
 * Performs a step of a mechanic's job and returns the reply. Requests with the same idempotency key may differ in
 * `pressedAt`, because the first attempt is sent immediately, without `pressedAt`. A request that names someone other
 * than the signed-in person is refused: a step that was queued while offline belongs to the person who pressed its
 * button.
 */
export async function performJobStep(
  context: RouteContext,
  viewer: Actor,
  id: number,
  { pressedAt, ...change }: JobStepChange,
  raw: FastifyRequest,
): Promise<Result<string>> {
  const pressedBy = raw.headers[pressedByHeader];
  if (pressedBy !== undefined && pressedBy !== viewer.id) {
    return refused('not_signed_in', 'Someone else is signed in now.');
  }
  const key = readIdempotencyKey(viewer.id, 'changeAppointment', raw, { id, ...change });
  if (!key.ok) return key;
  const currentTime = getCurrentTime(context);
  const request = {
    pressedAt: pressedAt === undefined ? null : new Date(pressedAt),
    idempotencyKey: key.value,
    reply: (row: Parameters<typeof presentAppointment>[0]) =>
      JSON.stringify(presentAppointment(row, viewer, currentTime)),
  };
  if ('arrived' in change) return recordArrival(context, viewer, id, request);
  if (change.status === 'completed') {
    return completeJob(context, viewer, id, request, change);
  }
  const isSentLater =
    request.pressedAt !== null && wasSentLater(request.pressedAt, currentTime.now);
  const promisedArrival = isSentLater ? null : await promiseArrival(context, viewer, id);
  return startJob(context, viewer, id, request, promisedArrival);
}
