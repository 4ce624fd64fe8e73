import { addDays } from './calendar.ts';
import type { AppointmentStatus } from './lifecycle.ts';
import type { Role } from './roles.ts';

/** How a customer's dashboard looks for what comes next: enough to find one not passed over (D5). */
export const upcomingLook = {
  status: ['pending', 'unassigned', 'confirmed', 'in_progress'],
  sort: 'date',
  limit: 20,
} as const satisfies { status: readonly AppointmentStatus[]; sort: 'date'; limit: number };

/** From yesterday: a job under way does not end at midnight. */
export function upcomingFrom(today: string): string {
  return addDays(today, -1);
}

/**
 * The addresses of the calls whose answers show what a page is about, so that they can be made along
 * with fetching the page's scripts (decision 22). As the page itself will ask; a call that differs
 * would only be made in vain.
 */
export function firstReads(path: string, role: Role, today: string): string[] {
  if (path !== '/' || role !== 'customer') return [];
  const { status, sort, limit } = upcomingLook;
  const states = encodeURIComponent(status.join(','));
  return [
    `/api/appointments?from=${upcomingFrom(today)}&sort=${sort}&status=${states}&limit=${limit}`,
  ];
}
