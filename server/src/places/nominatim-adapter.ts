import type { Position } from '@curbwrench/contract/people/schemas';
import { z } from 'zod';
import type { FoundPlace } from '../application/rules/found-place.ts';
import { getBoxAround, toFoundPlace } from './geocoding-rules.ts';
import type { AskForJson, GeocodingService } from './geocoding-service-port.ts';

const maxPlaces = 10;

const text = z.string().optional().catch(undefined);

/** Degrees are text; anything but digits is not a number. */
const degrees = z
  .string()
  .regex(/^-?\d{1,3}(\.\d{1,20})?$/)
  .transform(Number);

const searchReply = z.array(z.unknown()).max(100);

/** What it says of a point far from everything. */
const nothingThere = z.object({ error: z.string() });

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

const common = { format: 'jsonv2', addressdetails: '1', 'accept-language': 'en' };

/** Asks a Nominatim server. The public one forbids to ask it while people type. */
export function nominatim(url: string, business: Position, ask: AskForJson): GeocodingService {
  const request = (path: string, query: Readonly<Record<string, string>>) =>
    ask(`${url}${path}?${new URLSearchParams({ ...query, ...common }).toString()}`);

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
    async describe({ lat, lng }) {
      const answer = await request('/reverse', { lat: String(lat), lon: String(lng) });
      if (nothingThere.safeParse(answer).success) return [];
      return [readPlace(z.record(z.string(), z.unknown()).parse(answer), business) ?? []].flat();
    },
  };
}

function readPlace(value: unknown, business: Position): FoundPlace | null {
  const { data } = place.safeParse(value);
  if (!data) return null;
  const { address } = data;
  return toFoundPlace(
    {
      lat: data.lat,
      lng: data.lon,
      country: address.country_code,
      name: data.name,
      houseNumber: address.house_number,
      street: address.road,
      town:
        address.city ?? address.town ?? address.village ?? address.hamlet ?? address.municipality,
      state: address.state,
      zip: address.postcode,
    },
    business,
  );
}
