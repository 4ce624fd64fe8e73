import { keptPaths } from '@curbwrench/contract/offline';

/** What is read of a request. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
}

/**
 * How the worker treats a request:
 * - `pass`: not at all
 * - `leave`: not at all, but somebody comes or goes by it, so what was kept is forgotten
 * - `keep`: asks the network, keeps what it answers, and answers with that when there is none
 * - `page`: asks the network for the page, and has the one of its build when there is none
 * - `file`: a file of the build under a name that never changes, asked for like a page
 * - `asset`: a file of the build whose name changes with its content, so that the kept one is it
 */
export type RequestKind = 'pass' | 'leave' | 'keep' | 'page' | 'file' | 'asset';

/** Under names that stay; without them the page is shown all the same, but not as well. */
export const looseFiles = ['/first-paint.js', '/icon.svg'];

const kept: ReadonlySet<string> = new Set([
  keptPaths.session,
  keptPaths.business,
  ...keptPaths.schedule,
]);

/** Navigations that end a session or begin one, and the changes that do. */
const comingAndGoing = /^\/api\/log(in|out)(\/|$)/;
const changesOfPerson = /^\/api\/(account|demo|set-up|invitations)(\/|$)/;

/** Decides by a request alone; changes are never answered by the worker. */
export function requestKindOf({ method, url, mode }: Asked, origin: string): RequestKind {
  const { origin: from, pathname, searchParams } = new URL(url);
  if (from !== origin) return 'pass';
  if (comingAndGoing.test(pathname)) return 'leave';
  if (method !== 'GET') return changesOfPerson.test(pathname) ? 'leave' : 'pass';
  if (pathname.startsWith('/api/')) {
    const isKept = kept.has(pathname) && !searchParams.has('cursor') && mode !== 'navigate';
    return isKept ? 'keep' : 'pass';
  }
  if (pathname.startsWith('/assets/')) return 'asset';
  if (looseFiles.includes(pathname)) return 'file';
  return mode === 'navigate' ? 'page' : 'pass';
}

/** Of what is kept, whose age tells how old a schedule is. */
export function isSchedule(pathname: string): boolean {
  return keptPaths.schedule.some((path) => path === pathname);
}
