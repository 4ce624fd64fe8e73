import { storedPaths } from '@curbwrench/contract/offline/stored-responses';

/** One week: older data is no longer useful for a day's work. */
const maxAgeMs = 7 * 24 * 3_600_000;

/** The parts of a network response that are used. */
export interface NetworkResponse {
  readonly pathname: string;
  readonly status: number;
  /** The person the response is for, according to the server; null if it is for no one in particular. */
  readonly viewer: string | null;
}

/**
 * What happens to a network response and to the cache:
 * - `add`: it is added to the cache
 * - `replace`: it is cached, and the responses for everyone else are deleted
 * - `clear`: all is deleted: no one is signed in, or not the person whose responses are cached
 * - `skip`: it is not cached, and the cache stays as it is
 *
 * @param owner whose responses are cached; null while there is no cached session
 */
export type CacheAction = 'add' | 'replace' | 'clear' | 'skip';

export function getCacheAction(
  { pathname, status, viewer }: NetworkResponse,
  owner: string | null,
): CacheAction {
  if (status === 401) return 'clear';
  if (status !== 200) return 'skip';
  if (pathname === storedPaths.business) return 'add';
  if (viewer === null) return 'skip';
  if (pathname === storedPaths.session) return viewer === owner ? 'add' : 'replace';
  return owner === null || viewer === owner ? 'add' : 'clear';
}

/** The parts of a cached response that are used. */
export interface CachedResponse {
  readonly pathname: string;
  readonly viewer: string | null;
  /** Milliseconds since 1970. */
  readonly cachedAt: number;
}

/** Returns whether a cached response may be served: it is recent enough, and its viewer is signed in. */
export function canServe(
  { pathname, viewer, cachedAt }: CachedResponse,
  owner: string | null,
  now: number,
): boolean {
  if (!(now - cachedAt <= maxAgeMs)) return false;
  if (pathname === storedPaths.business) return true;
  return viewer !== null && viewer === owner;
}
