import type { Appointment } from '@curbwrench/contract/appointments';
import { useOwnJobs } from '../session/queries.ts';
import { useAppointments } from './queries.ts';

/** The signed-in mechanic's job in progress: at most one. As a query of a list. */
export function useCurrentJobQuery() {
  return useAppointments({ status: ['in_progress'], ...useOwnJobs() }, 1, { poll: true });
}

/** The same as a value; null for none, and until it is known. */
export function useCurrentJob(): Appointment | null {
  return useCurrentJobQuery().data?.[0] ?? null;
}
