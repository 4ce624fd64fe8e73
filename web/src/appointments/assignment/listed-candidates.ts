import type { Candidate } from '@curbwrench/contract/appointments/schemas';

/**
 * Returns the mechanics that the assign dialog lists: selectable ones first, otherwise in the server's
 * order, the best match first. A job today lists those who are `available` now, and with
 * `includesEveryone` also those who are off or busy now. A job on a later day lists all of them.
 */
export function listCandidates(
  candidates: readonly Candidate[],
  includesEveryone: boolean,
  isLater: boolean,
): readonly Candidate[] {
  const listed = candidates.filter(
    (candidate) => includesEveryone || isLater || candidate.status === 'available',
  );
  return [
    ...listed.filter((candidate) => candidate.free),
    ...listed.filter((candidate) => !candidate.free),
  ];
}

/** Counts the free mechanics who are listed only if those off or busy now are included. */
export function countHiddenFree(candidates: readonly Candidate[]): number {
  return candidates.filter((candidate) => candidate.free && candidate.status !== 'available')
    .length;
}
