import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import type { QueuedStep } from '../../offline/step-store.ts';

type Steps = readonly Pick<QueuedStep, 'appointmentId' | 'change' | 'pressedAt' | 'refusal'>[];

/** Returns a job as it will be after its queued steps are sent, so that the button shows the step that comes next. */
export function applyQueuedSteps<Job extends Pick<Appointment, 'id' | 'status' | 'arrivedAt'>>(
  job: Job,
  steps: Steps,
): Job {
  let { status, arrivedAt } = job;
  for (const { appointmentId, change, pressedAt, refusal } of steps) {
    if (appointmentId !== job.id || refusal !== null) continue;
    if ('arrived' in change) {
      if (status === 'in_progress') arrivedAt ??= pressedAt;
    } else if (change.status === 'in_progress') {
      if (status === 'confirmed') status = 'in_progress';
    } else if (status === 'in_progress') status = 'completed';
  }
  return { ...job, status, arrivedAt };
}

/** Returns the id of the job that will be in progress after all steps are sent; null if none will be. */
export function findBlockingJob(currentId: number | null, steps: Steps): number | null {
  let blockingId = currentId;
  for (const { appointmentId, change, refusal } of steps) {
    if (refusal !== null || 'arrived' in change) continue;
    if (change.status === 'in_progress') blockingId = appointmentId;
    else if (blockingId === appointmentId) blockingId = null;
  }
  return blockingId;
}
