import type { Position } from '@curbwrench/contract/people/schemas';
import type { FoundPlace } from './rules/found-place.ts';

/** What a service answered. */
export interface GeocoderAnswer {
  /** None also if there is no answer. */
  readonly places: readonly FoundPlace[];
  /** Whether it was asked and did not answer, or is not asked because it has just failed. */
  readonly isDown: boolean;
}

/**
 * A geocoding service. It is asked over the network, so never within a transaction; what it answered before is
 * not asked again.
 */
export interface Geocoder {
  /** Whether it may be asked while someone types, and not only for whole addresses. */
  readonly suggestsWhileTyping: boolean;
  /** Returns the places near the business that a text may mean, the likeliest first. */
  search(text: string): Promise<GeocoderAnswer>;
  /** Returns the same soon or not at all, for someone who is still typing. */
  suggest(text: string): Promise<GeocoderAnswer>;
  /** Returns the places at a point, the nearest first. */
  describe(point: Position): Promise<GeocoderAnswer>;
}
