/** Counts of what was checked, to detect a campaign that checks nothing. */
export interface Tally {
  scenarios: number;
  requests: number;
  /** Accepted and refused requests, by kind of step. */
  readonly accepted: Record<string, number>;
  readonly refused: Record<string, number>;
  /** How many bookings were compared with the slots that had been shown. */
  slotComparisons: number;
  /** How many assignments were compared with the candidates that had been shown. */
  candidateComparisons: number;
  /** How many requests to cover a sick mechanic's jobs were compared with the proposals that had been shown. */
  coverageComparisons: number;
  /** How many changes to working time were previewed and then confirmed, accepting the stranded appointments. */
  confirmedPreviews: number;
}

export function emptyTally(): Tally {
  return {
    scenarios: 0,
    requests: 0,
    accepted: {},
    refused: {},
    slotComparisons: 0,
    candidateComparisons: 0,
    coverageComparisons: 0,
    confirmedPreviews: 0,
  };
}

/** Adds one to the count of a kind. */
export function incrementCount(counts: Record<string, number>, kind: string): void {
  counts[kind] = (counts[kind] ?? 0) + 1;
}
