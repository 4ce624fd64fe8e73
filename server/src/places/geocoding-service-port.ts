import type { Geocoder } from '../application/geocoder-port.ts';
import type { FoundPlace } from '../application/rules/found-place.ts';

/** Asks for a JSON document, or throws. */
export type AskForJson = (url: string) => Promise<unknown>;

/** How one service is asked and how its answers are read; throws where a `Geocoder` returns null. */
export interface GeocodingService extends Pick<Geocoder, 'suggestsWhileTyping'> {
  search(text: string): Promise<readonly FoundPlace[]>;
  describe(...point: Parameters<Geocoder['describe']>): Promise<readonly FoundPlace[]>;
}
