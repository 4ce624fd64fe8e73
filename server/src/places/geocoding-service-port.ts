import type { Geocoder } from '../application/geocoder-port.ts';
import type { GeocodedPlace } from '../application/rules/geocoded-place.ts';

/** Fetches a JSON document; throws if that fails. */
export type FetchJson = (url: string) => Promise<unknown>;

/** Sends requests to one service and parses its responses. Unlike a `Geocoder`, it throws if the service fails. */
export interface GeocodingService extends Pick<Geocoder, 'suggestsWhileTyping'> {
  search(text: string): Promise<readonly GeocodedPlace[]>;
  reverseGeocode(
    ...point: Parameters<Geocoder['reverseGeocode']>
  ): Promise<readonly GeocodedPlace[]>;
}
