import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { useOwnJobsFilter } from '../session/queries.ts';
import { useAppointments } from './queries.ts';

/** Queries the signed-in mechanic's job in progress, as a list of at most one. */
export function useCurrentJobQuery() {
  return useAppointments({ status: ['in_progress'], ...useOwnJobsFilter() }, 1, { poll: true });
}

/** Returns the signed-in mechanic's job in progress; null if there is none, and while it loads. */
export function useCurrentJob(): Appointment | null {
  return useCurrentJobQuery().data?.[0] ?? null;
}
