import { storedPaths } from '@curbwrench/contract/offline/stored-responses';

/** The parts of a request that are used. */
export interface WorkerRequest {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
}

/**
 * How the worker treats a request:
 * - `pass`: not at all
 * - `session-change`: not at all, but it starts or ends a session, so the cache is deleted
 * - `cacheable`: fetches and caches the response; without a network, returns the cached one
 * - `page`: fetches the page; without a network, returns its build's cached page
 * - `file`: a file of the build with a stable name, handled like a page
 * - `asset`: a file of the build with a content hash in its name, so the cached one is always right
 */
export type RequestKind = 'pass' | 'session-change' | 'cacheable' | 'page' | 'file' | 'asset';

/** Files with stable names; the page also works without them, but not as well. */
export const unhashedFiles = ['/first-paint.js', '/icon.svg'];

const cacheablePaths: ReadonlySet<string> = new Set([
  storedPaths.session,
  storedPaths.business,
  ...storedPaths.schedule,
]);

/** Navigations that start or end a session, and the calls that do. */
const logInOrOutPath = /^\/api\/log(in|out)(\/|$)/;
const sessionChangePath = /^\/api\/(account|demo|set-up|invitations)(\/|$)/;

/** Decides by the request alone; the worker never responds to changes. */
export function getRequestKind({ method, url, mode }: WorkerRequest, origin: string): RequestKind {
  const { origin: requestOrigin, pathname, searchParams } = new URL(url);
  if (requestOrigin !== origin) return 'pass';
  if (logInOrOutPath.test(pathname)) return 'session-change';
  if (method !== 'GET') return sessionChangePath.test(pathname) ? 'session-change' : 'pass';
  if (pathname.startsWith('/api/')) {
    const isCacheable =
      cacheablePaths.has(pathname) && !searchParams.has('cursor') && mode !== 'navigate';
    return isCacheable ? 'cacheable' : 'pass';
  }
  if (pathname.startsWith('/assets/')) return 'asset';
  if (unhashedFiles.includes(pathname)) return 'file';
  return mode === 'navigate' ? 'page' : 'pass';
}

/** Returns whether a path is part of the schedule, whose age is reported. */
export function isSchedule(pathname: string): boolean {
  return storedPaths.schedule.some((path) => path === pathname);
}
