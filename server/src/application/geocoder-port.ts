import type { Position } from '@curbwrench/contract/people/schemas';
import type { GeocodedPlace } from './rules/geocoded-place.ts';

/** The result of a geocoding request, even if the service did not respond. */
export interface GeocoderResponse {
  /** Empty if nothing was found or the service did not respond. */
  readonly places: readonly GeocodedPlace[];
  /** Whether the service did not respond, or was not asked because a request to it has just failed. */
  readonly isDown: boolean;
}

/**
 * A geocoding service. Requests use the network, so never make one within a transaction. Responses are cached.
 */
export interface Geocoder {
  /** Whether the service may be queried while someone is typing, and not only for full addresses. */
  readonly suggestsWhileTyping: boolean;
  /** Returns the places near the business that match the text, most likely first. */
  search(text: string): Promise<GeocoderResponse>;
  /** Like `search`, for someone who is still typing: responds quickly or not at all. */
  suggest(text: string): Promise<GeocoderResponse>;
  /** Returns the places at a point, nearest first. */
  reverseGeocode(point: Position): Promise<GeocoderResponse>;
}
