import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { useQueuedSteps } from '../offline/queued-steps.ts';
import { useOwnJobsFilter } from '../session/queries.ts';
import { findBlockingJob } from './actions/queued-job.ts';
import { useAppointments } from './queries.ts';

/** Reads the signed-in mechanic's job in progress, as a list that contains this job or is empty. */
export function useCurrentJobQuery() {
  return useAppointments({ status: ['in_progress'], ...useOwnJobsFilter() }, 1, { poll: true });
}

/** Returns the signed-in mechanic's job in progress; null if there is none or while it loads. */
export function useCurrentJob(): Appointment | null {
  return useCurrentJobQuery().data?.[0] ?? null;
}

/**
 * Returns the job that the signed-in mechanic has to complete before starting another. It can be a job whose start is
 * still queued.
 */
export function useBlockingJob(): Pick<Appointment, 'id'> | null {
  const current = useCurrentJob();
  const id = findBlockingJob(current?.id ?? null, useQueuedSteps());
  return id === null ? null : { id };
}
