/** Counts of what was checked, to detect a campaign that checks nothing. */
export interface Tally {
  histories: number;
  requests: number;
  /** Accepted and refused requests, by kind of step. */
  readonly accepted: Record<string, number>;
  readonly refused: Record<string, number>;
  /** How many bookings were compared with the slots shown before. */
  slots: number;
  /** How many assignments were compared with the candidates shown before. */
  candidates: number;
  /** How many requests to cover a sick mechanic's jobs were compared with the proposals shown before. */
  coverProposals: number;
  /** How many changes to working time were previewed and then confirmed, accepting the stranded appointments. */
  confirmedPreviews: number;
}

export function emptyTally(): Tally {
  return {
    histories: 0,
    requests: 0,
    accepted: {},
    refused: {},
    slots: 0,
    candidates: 0,
    coverProposals: 0,
    confirmedPreviews: 0,
  };
}

/** Adds one to the count of a kind. */
export function incrementCount(counts: Record<string, number>, kind: string): void {
  counts[kind] = (counts[kind] ?? 0) + 1;
}
