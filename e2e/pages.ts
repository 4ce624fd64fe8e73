import { readFileSync } from 'node:fs';
import type { DemoAccount } from '@curbwrench/contract/people/schemas';

/** The paths of the application's pages, read from its source so that new pages are included. */
export const pages: readonly string[] = [
  ...readFileSync(new URL('../web/src/paths.ts', import.meta.url), 'utf8').matchAll(
    /^ {2}\w+: '(?<path>\/[^']*)',$/gm,
  ),
].map(({ groups }) => groups?.['path'] ?? '');

/** Pages about signing in, for visitors. */
export const pagesForVisitors = [
  '/sign-in',
  '/sign-up',
  '/verify-email',
  '/cancel-email-change',
  '/forgot-password',
  '/reset-password',
  '/set-up',
  '/invitation',
];

/** The pages that each role is refused. */
const refusedPages: Record<DemoAccount, readonly string[]> = {
  customer: ['/mechanics', '/team', '/service-advisor', '/map', '/mail', '/audit'],
  mechanic: ['/mechanics', '/service-advisor', '/mail', '/audit'],
  advisor: ['/mechanics', '/map', '/mail', '/audit'],
  admin: ['/map'],
};

/** Returns the pages that a role or a visitor may open. */
export function pagesFor(viewer: DemoAccount | 'signed-out'): readonly string[] {
  if (viewer === 'signed-out') return ['/', '/book-service', ...pagesForVisitors];
  return pages.filter(
    (path) => !pagesForVisitors.includes(path) && !refusedPages[viewer].includes(path),
  );
}
