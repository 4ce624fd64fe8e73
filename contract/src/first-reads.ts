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

/** How many appointments the list has at first, and with each "Show more". */
export const listLength = 20;

/**
 * The addresses of the calls whose answers show what a page is about, so that they can come with the
 * page (decision 22). As the page itself will ask; an answer to any other question is never looked at.
 *
 * @param url of the page, with its query
 */
export function firstReads(url: string, role: Role, today: string): string[] {
  const [path, search] = url.split('?');
  if (path === '/' && role === 'customer') {
    const { status, sort, limit } = upcomingLook;
    const states = encodeURIComponent(status.join(','));
    return [
      `/api/appointments?from=${upcomingFrom(today)}&sort=${sort}&status=${states}&limit=${limit}`,
    ];
  }
  // The tab that opens by itself: upcoming, and for an admin all.
  if (path === '/appointments' && search === undefined) {
    const look = role === 'admin' ? 'sort=-date' : 'when=upcoming&sort=date';
    return [`/api/appointments?${look}&limit=${listLength}`];
  }
  // The form shows nothing before the services are known.
  if (path === '/book-service' && role !== 'mechanic') {
    return role === 'customer' ? ['/api/services', '/api/vehicles'] : ['/api/services'];
  }
  return [];
}
