import { storedPaths } from '@curbwrench/contract/offline/stored-responses';

/** One week: older data is no longer useful for a day's work. */
const maxAgeMs = 7 * 24 * 3_600_000;

/** The parts of a network response that are used. */
export interface NetworkResponse {
  readonly pathname: string;
  readonly status: number;
  /** The person the response is for, according to the server; null if it is not for a particular person. */
  readonly viewer: string | null;
}

/**
 * What to do with a network response:
 * - `add`: cache it
 * - `replace`: cache it, and delete the responses for everyone else
 * - `clear`: delete the cached responses, because nobody is signed in or someone else is
 * - `skip`: don't cache it, and leave the cache unchanged
 *
 * The cache's owner is the person whose responses it contains.
 */
export type CacheAction = 'add' | 'replace' | 'clear' | 'skip';

/** Decides what to do with a network response; `owner` is null while no session is cached. */
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
  // Negated, so that a missing time (NaN) counts as too old.
  if (!(now - cachedAt <= maxAgeMs)) return false;
  if (pathname === storedPaths.business) return true;
  return viewer !== null && viewer === owner;
}
