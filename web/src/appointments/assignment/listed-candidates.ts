import type { Candidate } from '@curbwrench/contract/appointments/schemas';

/**
 * Returns the mechanics that the assign dialog lists. Those who are `free` at the job's time come first; within each
 * group, the server's order is kept, which puts the best match first. For a job today, the list contains the mechanics who are
 * `available` now and, with `showAll`, those who are off or busy now. For a job on a later day, it contains
 * all mechanics. The mechanic with the id `selectedId` stays listed even if they become off or busy.
 */
export function listCandidates(
  candidates: readonly Candidate[],
  showAll: boolean,
  isLaterDay: boolean,
  selectedId: string | undefined,
): readonly Candidate[] {
  const listedCandidates = candidates.filter(
    ({ mechanic, status }) =>
      showAll || isLaterDay || status === 'available' || mechanic.id === selectedId,
  );
  return [
    ...listedCandidates.filter((candidate) => candidate.free),
    ...listedCandidates.filter((candidate) => !candidate.free),
  ];
}

/** Counts the mechanics who could take the job, but are hidden by default because they are off or busy now. */
export function countHiddenCandidates(candidates: readonly Candidate[]): number {
  return candidates.filter((candidate) => candidate.free && candidate.status !== 'available')
    .length;
}
