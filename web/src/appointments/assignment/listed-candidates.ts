import type { Candidate } from '@curbwrench/contract/appointments/schemas';

/**
 * Returns the mechanics that the assign dialog lists: selectable ones first, otherwise in the server's
 * order, the best match first. For a job today, these are the mechanics who are `available` now, and with
 * `includesEveryone` also those who are off or busy now. For a job on a later day, they are all mechanics. The
 * mechanic with the id `selectedId` stays listed even if they become off or busy.
 */
export function listCandidates(
  candidates: readonly Candidate[],
  includesEveryone: boolean,
  isLaterDay: boolean,
  selectedId: string | undefined,
): readonly Candidate[] {
  const listed = candidates.filter(
    ({ mechanic, status }) =>
      includesEveryone || isLaterDay || status === 'available' || mechanic.id === selectedId,
  );
  return [
    ...listed.filter((candidate) => candidate.free),
    ...listed.filter((candidate) => !candidate.free),
  ];
}

/** Counts the free mechanics who are listed only with `includesEveryone`. */
export function countHiddenFree(candidates: readonly Candidate[]): number {
  return candidates.filter((candidate) => candidate.free && candidate.status !== 'available')
    .length;
}
