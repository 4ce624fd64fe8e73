import type { Position } from '@curbwrench/contract/people/schemas';

/** How long a drive takes. */
export interface TravelTime {
  /** Not rounded. */
  readonly minutes: number;
  /** Whether a router computed it on roads, or it is an estimate from the straight line. */
  readonly source: 'estimate' | 'router';
}

/**
 * Driving times. They may be requested over the network, so never within a transaction; a router that
 * does not answer is replaced by the estimate.
 */
export interface TravelTimes {
  /** Returns the times from one point to each of the others, in their order; null where there is no road. */
  from(
    origin: Position,
    destinations: readonly Position[],
  ): Promise<readonly (TravelTime | null)[]>;
}
