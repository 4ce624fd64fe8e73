import { storedPaths } from '@curbwrench/contract/offline/stored-responses';

/** The parts of a request that are used. */
export interface WorkerRequest {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
}

/**
 * How the worker treats a request:
 * - `pass`: leaves it to the browser
 * - `session-change`: leaves it to the browser and deletes the cache, because it starts or ends a session
 * - `cacheable`: fetches and caches the response; offline, returns the cached one
 * - `page`: fetches the page; offline, returns its build's cached page
 * - `file`: a built file with a stable name, handled like a page
 * - `asset`: a built file with a content hash in its name, so a cached copy is never outdated
 */
export type RequestKind = 'pass' | 'session-change' | 'cacheable' | 'page' | 'file' | 'asset';

/** Files with stable names; the page also works without them, but not as well. */
export const unhashedFiles = ['/first-paint.js', '/icon.svg'];

const cacheablePaths: ReadonlySet<string> = new Set([
  storedPaths.session,
  storedPaths.business,
  ...storedPaths.schedule,
]);

/** Navigations that start or end a session. */
const logInOrOutPath = /^\/api\/log(in|out)(\/|$)/;
/** Endpoints that may start or end a session. */
const sessionChangePath = /^\/api\/(account|demo|set-up|invitations)(\/|$)/;

/** Returns how the worker treats a request. It never responds to requests that change data. */
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
  // Files to download, which must not be stored.
  if (pathname.startsWith('/calendar/')) return 'pass';
  if (pathname.startsWith('/assets/')) return 'asset';
  if (unhashedFiles.includes(pathname)) return 'file';
  return mode === 'navigate' ? 'page' : 'pass';
}

/** Returns whether a path returns schedule data; pages show how old such data is if it comes from the cache. */
export function isSchedule(pathname: string): boolean {
  return storedPaths.schedule.some((path) => path === pathname);
}
