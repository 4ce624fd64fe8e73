import { storedPaths } from '@curbwrench/contract/offline/stored-responses';

/** One week: older data is no longer useful for a day's work. */
const longestMs = 7 * 24 * 3_600_000;

/** The parts of a network answer that are used. */
export interface Answered {
  readonly pathname: string;
  readonly status: number;
  /** The person the answer is for, according to the server; null if it is for no one in particular. */
  readonly viewer: string | null;
}

/**
 * What happens to a network answer and to the cache:
 * - `keep`: it is added to the cache
 * - `keep-alone`: it is cached, and the answers to everyone else are deleted
 * - `forget`: all is deleted: no one is signed in, or not the person whose answers are cached
 * - `drop`: it is not cached, and the cache stays as it is
 *
 * @param owner whose answers are cached; null while there is no cached session
 */
export type CacheAction = 'keep' | 'keep-alone' | 'forget' | 'drop';

export function cacheActionFor(
  { pathname, status, viewer }: Answered,
  owner: string | null,
): CacheAction {
  if (status === 401) return 'forget';
  if (status !== 200) return 'drop';
  if (pathname === storedPaths.business) return 'keep';
  if (viewer === null) return 'drop';
  if (pathname === storedPaths.session) return viewer === owner ? 'keep' : 'keep-alone';
  return owner === null || viewer === owner ? 'keep' : 'forget';
}

/** The parts of a cached answer that are used. */
export interface CachedAnswer {
  readonly pathname: string;
  readonly viewer: string | null;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

/** Returns whether a cached answer may be served: it is recent enough, and its viewer is signed in. */
export function mayServe(
  { pathname, viewer, keptAt }: CachedAnswer,
  owner: string | null,
  now: number,
): boolean {
  if (!(now - keptAt <= longestMs)) return false;
  if (pathname === storedPaths.business) return true;
  return viewer !== null && viewer === owner;
}
