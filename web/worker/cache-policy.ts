import { keptPaths } from '@curbwrench/contract/offline';

/** A week: what is older says nothing of a day's work any more. */
const longestMs = 7 * 24 * 3_600_000;

/** What is read of an answer from the network. */
export interface Answered {
  readonly pathname: string;
  readonly status: number;
  /** Whose answer it is, as the server says; null where it is for nobody in particular. */
  readonly reader: string | null;
}

/**
 * What becomes of an answer from the network, and of what is kept:
 * - `keep`: it is kept beside the rest
 * - `keep-alone`: it is kept, and everybody else's is forgotten
 * - `forget`: nothing stays: nobody is signed in, or not the one whose answers are kept
 * - `drop`: it isn't kept, what is kept stays
 *
 * @param owner whose answers are kept; null while nobody's session is
 */
export type CacheAction = 'keep' | 'keep-alone' | 'forget' | 'drop';

export function cacheActionFor(
  { pathname, status, reader }: Answered,
  owner: string | null,
): CacheAction {
  if (status === 401) return 'forget';
  if (status !== 200) return 'drop';
  if (pathname === keptPaths.business) return 'keep';
  if (reader === null) return 'drop';
  if (pathname === keptPaths.session) return reader === owner ? 'keep' : 'keep-alone';
  return owner === null || reader === owner ? 'keep' : 'forget';
}

/** What is read of an answer that is kept. */
export interface CachedAnswer {
  readonly pathname: string;
  readonly reader: string | null;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

/** Whether a kept answer may be given: it is young enough, and its reader's who is signed in. */
export function mayServe(
  { pathname, reader, keptAt }: CachedAnswer,
  owner: string | null,
  now: number,
): boolean {
  if (!(now - keptAt <= longestMs)) return false;
  if (pathname === keptPaths.business) return true;
  return reader !== null && reader === owner;
}
