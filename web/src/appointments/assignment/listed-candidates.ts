import type { Candidate } from '@curbwrench/contract/appointments/schemas';

/**
 * Returns the mechanics that the assign dialog lists, in the server's order of merit, selectable ones
 * first: for a job today those who are `available` now, or with `everyone` also those who are off or busy
 * now; for a job on a later day all of them, whatever their status.
 */
export function listedCandidates(
  candidates: readonly Candidate[],
  everyone: boolean,
  isLater: boolean,
): readonly Candidate[] {
  const listed = candidates.filter((one) => everyone || isLater || one.status === 'available');
  return [...listed.filter((one) => one.free), ...listed.filter((one) => !one.free)];
}

/** Counts how many more mechanics could be chosen if those off or busy now were listed too. */
export function countHiddenFree(candidates: readonly Candidate[]): number {
  return candidates.filter((one) => one.free && one.status !== 'available').length;
}
