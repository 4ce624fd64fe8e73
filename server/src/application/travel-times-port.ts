import type { Position } from '@curbwrench/contract/people/schemas';

/** How long a drive takes. */
export interface TravelTime {
  /** Not rounded. */
  readonly minutes: number;
  /** `router` if computed along roads; `estimate` if estimated from the straight-line distance. */
  readonly source: 'estimate' | 'router';
}

/**
 * Driving times. Requests may use the network, so never make one within a transaction. If the router does not
 * respond, the times are estimates.
 */
export interface TravelTimes {
  /** Returns the time from the origin to each destination, in the same order; null if no road leads there. */
  from(
    origin: Position,
    destinations: readonly Position[],
  ): Promise<readonly (TravelTime | null)[]>;
}
