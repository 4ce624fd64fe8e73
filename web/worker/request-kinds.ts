import { storedPaths } from '@curbwrench/contract/offline/stored-responses';

/** The parts of a request that are used. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
}

/**
 * How the worker treats a request:
 * - `pass`: not at all
 * - `leave`: not at all, but it starts or ends a session, so the cache is deleted
 * - `keep`: fetches and caches the answer; without a network, returns the cached one
 * - `page`: fetches the page; without a network, returns its build's cached page
 * - `file`: a file of the build with a stable name, handled like a page
 * - `asset`: a file of the build with a content hash in its name, so the cached one is always right
 */
export type RequestKind = 'pass' | 'leave' | 'keep' | 'page' | 'file' | 'asset';

/** Files with stable names; the page also works without them, but not as well. */
export const looseFiles = ['/first-paint.js', '/icon.svg'];

const kept: ReadonlySet<string> = new Set([
  storedPaths.session,
  storedPaths.business,
  ...storedPaths.schedule,
]);

/** Navigations that start or end a session, and the calls that do. */
const comingAndGoing = /^\/api\/log(in|out)(\/|$)/;
const changesOfPerson = /^\/api\/(account|demo|set-up|invitations)(\/|$)/;

/** Decides by the request alone; the worker never answers changes. */
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

/** Returns whether a path is part of the schedule, whose age is reported. */
export function isSchedule(pathname: string): boolean {
  return storedPaths.schedule.some((path) => path === pathname);
}
