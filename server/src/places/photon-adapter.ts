import type { Position } from '@curbwrench/contract/people/schemas';
import { z } from 'zod';
import type { GeocodedPlace } from '../application/rules/geocoded-place.ts';
import { getBoxAround, toGeocodedPlace } from './geocoding-rules.ts';
import type { FetchJson, GeocodingService } from './geocoding-service-port.ts';

/** More than the number of suggestions shown, since some results are in other countries or are duplicates. */
const maxFeatures = 15;

const text = z.string().optional().catch(undefined);

const reply = z.object({ features: z.array(z.unknown()).max(100) });

const feature = z.object({
  // In GeoJSON, the longitude comes first.
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]).rest(z.unknown()) }),
  properties: z.object({
    type: text,
    name: text,
    housenumber: text,
    street: text,
    city: text,
    state: text,
    postcode: text,
    countrycode: text,
  }),
});

/** Creates a client for a Photon server, which allows requests while people type. */
export function createPhotonClient(
  url: string,
  business: Position,
  fetchJson: FetchJson,
): GeocodingService {
  async function request(path: string, query: Readonly<Record<string, string>>) {
    const requestUrl = `${url}${path}?${new URLSearchParams(query).toString()}`;
    const { features } = reply.parse(await fetchJson(requestUrl));
    return features.flatMap((each) => {
      const { data } = feature.safeParse(each);
      return (data && readFeature(data, business)) ?? [];
    });
  }

  return {
    suggestsWhileTyping: true,
    search(q) {
      const { west, south, east, north } = getBoxAround(business);
      return request('/api', {
        q,
        lang: 'en',
        limit: String(maxFeatures),
        lat: String(business.lat),
        lon: String(business.lng),
        bbox: [west, south, east, north].join(','),
      });
    },
    reverseGeocode: ({ lat, lng }) =>
      request('/reverse', { lat: String(lat), lon: String(lng), lang: 'en', limit: '5' }),
  };
}

function readFeature(
  { geometry, properties }: z.output<typeof feature>,
  business: Position,
): GeocodedPlace | null {
  const [lng, lat] = geometry.coordinates;
  const { type, name, housenumber, street, city, state, postcode, countrycode } = properties;
  // The name of a street or city may be only in `name`. A city's ZIP code is omitted, since a city may have several.
  const isCity = type === 'city';
  return toGeocodedPlace(
    {
      lat,
      lng,
      country: countrycode,
      name,
      houseNumber: housenumber,
      street: type === 'street' ? (street ?? name) : street,
      city: isCity ? (city ?? name) : city,
      state,
      zip: isCity ? undefined : postcode,
    },
    business,
  );
}
