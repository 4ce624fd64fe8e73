import type { Candidate } from '@curbwrench/contract/appointments';

/**
 * The mechanics that the assign dialog lists, in the server's order of merit, those who can be
 * chosen first: for a job of today who is `available` now, or with `everyone` also who is off or
 * busy now; for a job on a later day everybody, whatever they are now.
 */
export function listedCandidates(
  candidates: readonly Candidate[],
  everyone: boolean,
  isLater: boolean,
): readonly Candidate[] {
  const listed = candidates.filter((one) => everyone || isLater || one.status === 'available');
  return [...listed.filter((one) => one.free), ...listed.filter((one) => !one.free)];
}

/** How many more mechanics could be chosen if those off or busy now were listed too. */
export function countHiddenFree(candidates: readonly Candidate[]): number {
  return candidates.filter((one) => one.free && one.status !== 'available').length;
}
