import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import type { DemoAccount } from '@curbwrench/contract/people/schemas';

/** The paths of the application's pages, read from its source so that new pages are included. */
export const pages: readonly string[] = [
  ...readFileSync(new URL('../web/src/paths.ts', import.meta.url), 'utf8').matchAll(
    /^ {2}\w+: '(?<path>\/[^']*)',$/gm,
  ),
].map(({ groups }) => groups?.['path'] ?? '');

/** Replaces `$id` in a page's path with the id of an appointment, a customer or a vehicle. */
export function fillPath(
  path: string,
  ids: {
    readonly appointment: number | undefined;
    readonly customer: string;
    readonly vehicle: number | undefined;
  },
): string {
  if (path.startsWith('/customers/')) return path.replace('$id', ids.customer);
  return path.replace('$id', String(path.startsWith('/vehicles/') ? ids.vehicle : ids.appointment));
}

/** Returns the id of an appointment's vehicle, read with the page's session. */
export async function readVehicleId(page: Page, appointment: number): Promise<number> {
  const response = await page.request.get(`/api/appointments/${appointment}`);
  return ((await response.json()) as Pick<Appointment, 'vehicleId'>).vehicleId;
}

/** Pages for visitors: to sign in, and those that links in messages open. */
export const pagesForVisitors = [
  '/sign-in',
  '/sign-up',
  '/verify-email',
  '/cancel-email-change',
  '/unsubscribe',
  '/forgot-password',
  '/reset-password',
  '/set-up',
  '/invitation',
  '/appointment-link',
];

/** Pages about the business that are open to everyone. */
export const pagesForEveryone = [
  '/book-service',
  '/services',
  '/subscription-plans',
  '/service-area-map',
  '/privacy',
  '/terms',
];

/** Pages with the same content for everyone, so tests open them only as a visitor. */
export const pagesIdenticalForEveryone = ['/privacy', '/terms'];

/** The pages that each role is refused. */
const refusedPages: Record<DemoAccount, readonly string[]> = {
  customer: [
    '/mechanics',
    '/team',
    '/customers',
    '/customers/import',
    '/customers/$id',
    '/service-advisor',
    '/map',
    '/mail',
    '/message-log',
    '/audit',
  ],
  mechanic: [
    '/mechanics',
    '/customers',
    '/customers/import',
    '/customers/$id',
    '/service-advisor',
    '/mail',
    '/message-log',
    '/audit',
  ],
  advisor: ['/mechanics', '/customers/import', '/map', '/mail', '/audit'],
  admin: ['/map'],
};

/** Returns the pages that a role or a visitor can open. */
export function pagesFor(viewer: DemoAccount | 'signed-out'): readonly string[] {
  if (viewer === 'signed-out') return ['/', '/reviews', ...pagesForEveryone, ...pagesForVisitors];
  return pages.filter(
    (path) => !pagesForVisitors.includes(path) && !refusedPages[viewer].includes(path),
  );
}
