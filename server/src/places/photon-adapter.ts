import type { Position } from '@curbwrench/contract/people/schemas';
import { z } from 'zod';
import type { FoundPlace } from '../application/rules/found-place.ts';
import { getBoxAround, toFoundPlace } from './geocoding-rules.ts';
import type { AskForJson, GeocodingService } from './geocoding-service-port.ts';

/** More than are shown, since some are in other countries or twice. */
const maxFeatures = 15;

const text = z.string().optional().catch(undefined);

const reply = z.object({ features: z.array(z.unknown()).max(100) });

const feature = z.object({
  // GeoJSON has the longitude first.
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

/** Asks a Photon server, which may be asked while people type. */
export function photon(url: string, business: Position, ask: AskForJson): GeocodingService {
  async function request(path: string, query: Readonly<Record<string, string>>) {
    const asked = `${url}${path}?${new URLSearchParams(query).toString()}`;
    const { features } = reply.parse(await ask(asked));
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
    describe: ({ lat, lng }) =>
      request('/reverse', { lat: String(lat), lon: String(lng), lang: 'en', limit: '5' }),
  };
}

function readFeature(
  { geometry, properties }: z.output<typeof feature>,
  business: Position,
): FoundPlace | null {
  const [lng, lat] = geometry.coordinates;
  const { type, name, housenumber, street, city, state, postcode, countrycode } = properties;
  // The name of a street or a town is not repeated in the part of its own kind. A town has many ZIP codes.
  const isTown = type === 'city';
  return toFoundPlace(
    {
      lat,
      lng,
      country: countrycode,
      name,
      houseNumber: housenumber,
      street: type === 'street' ? (street ?? name) : street,
      town: isTown ? (city ?? name) : city,
      state,
      zip: isTown ? undefined : postcode,
    },
    business,
  );
}
