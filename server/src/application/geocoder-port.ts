import type { Position } from '@curbwrench/contract/people/schemas';
import type { FoundPlace } from './rules/found-place.ts';

/**
 * A geocoding service. It is asked over the network, so never within a transaction; what it answered before is
 * not asked again.
 */
export interface Geocoder {
  /** Whether it may be asked while someone types, and not only for whole addresses. */
  readonly suggestsWhileTyping: boolean;
  /** Returns the places near the business that a text may mean, the likeliest first; null if it does not answer. */
  search(text: string): Promise<readonly FoundPlace[] | null>;
  /** Returns the places at a point, the nearest first; null if it does not answer. */
  describe(point: Position): Promise<readonly FoundPlace[] | null>;
}
