import type { Position } from '@curbwrench/contract/people/schemas';
import { z } from 'zod';
import type { GeocodedPlace } from '../application/rules/geocoded-place.ts';
import { getBoxAround, toGeocodedPlace } from './geocoding-rules.ts';
import type { FetchJson, GeocodingService } from './geocoding-service-port.ts';

const maxPlaces = 10;

const text = z.string().optional().catch(undefined);

/** Coordinates are decimal degrees, sent as strings. */
const degrees = z
  .string()
  .regex(/^-?\d{1,3}(\.\d{1,20})?$/)
  .transform(Number);

const searchReply = z.array(z.unknown()).max(100);

/** The reply for a point far from any address. */
const noAddressReply = z.object({ error: z.string() });

const place = z.object({
  lat: degrees,
  lon: degrees,
  name: text,
  address: z.object({
    house_number: text,
    road: text,
    city: text,
    town: text,
    village: text,
    hamlet: text,
    municipality: text,
    state: text,
    postcode: text,
    country_code: text,
  }),
});

const commonParameters = { format: 'jsonv2', addressdetails: '1', 'accept-language': 'en' };

/** Creates a client for a Nominatim server. The public server forbids requests while people type. */
export function createNominatimClient(
  url: string,
  business: Position,
  fetchJson: FetchJson,
): GeocodingService {
  const request = (path: string, query: Readonly<Record<string, string>>) =>
    fetchJson(`${url}${path}?${new URLSearchParams({ ...query, ...commonParameters }).toString()}`);

  return {
    suggestsWhileTyping: false,
    async search(q) {
      const { west, south, east, north } = getBoxAround(business);
      const places = searchReply.parse(
        await request('/search', {
          q,
          countrycodes: 'us,pr,vi,gu,mp,as',
          limit: String(maxPlaces),
          viewbox: [west, south, east, north].join(','),
          bounded: '1',
        }),
      );
      return places.flatMap((each) => readPlace(each, business) ?? []);
    },
    async reverseGeocode({ lat, lng }) {
      const response = await request('/reverse', { lat: String(lat), lon: String(lng) });
      if (noAddressReply.safeParse(response).success) return [];
      return [readPlace(z.record(z.string(), z.unknown()).parse(response), business) ?? []].flat();
    },
  };
}

function readPlace(value: unknown, business: Position): GeocodedPlace | null {
  const { data } = place.safeParse(value);
  if (!data) return null;
  const { address } = data;
  return toGeocodedPlace(
    {
      lat: data.lat,
      lng: data.lon,
      country: address.country_code,
      name: data.name,
      houseNumber: address.house_number,
      street: address.road,
      city:
        address.city ?? address.town ?? address.village ?? address.hamlet ?? address.municipality,
      state: address.state,
      zip: address.postcode,
    },
    business,
  );
}
