import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makePhotonHouse,
  startFakeGeocoder,
  type FakeGeocoder,
} from '@curbwrench/testing/fake-geocoder';
import { fetchJson } from '../application/fetch-json-adapter.ts';
import { createPhotonClient } from './photon-adapter.ts';

const washington = { lat: 38.9, lng: -77.04 };

let server: FakeGeocoder;

beforeAll(async () => {
  server = await startFakeGeocoder();
});
afterAll(() => server.stop());

const createService = () =>
  createPhotonClient(server.url, washington, (url) =>
    fetchJson(url, { timeoutMs: 3000, maxBytes: 10_000 }),
  );

/** A result from the public server. */
const house = {
  geometry: { coordinates: [-77.036931, 38.900368], type: 'Point' },
  type: 'Feature',
  properties: {
    osm_id: 5_076_279_021,
    country: 'United States of America',
    city: 'Washington',
    countrycode: 'US',
    postcode: '20012',
    locality: 'Golden Triangle',
    type: 'house',
    osm_type: 'N',
    osm_key: 'man_made',
    housenumber: '800',
    street: 'Black Lives Matter Plaza Northwest',
    osm_value: 'surveillance',
    state: 'District of Columbia',
  },
};

test('a search asks Photon for places around the business and reads the results @booking.geocoder', async () => {
  const street = { name: 'K Street', type: 'street', housenumber: undefined, street: undefined };
  const city = {
    name: 'Reston',
    city: undefined,
    type: 'city',
    street: undefined,
    state: 'Virginia',
  };
  server.respondWithJson({
    type: 'FeatureCollection',
    features: [house, makePhotonHouse(38.91, -77.03, street), makePhotonHouse(38.96, -77.34, city)],
  });
  expect(await createService().search('800 black & white')).toEqual([
    {
      address: '800 Black Lives Matter Plaza Northwest, Washington, DC 20012',
      position: { lat: 38.900368, lng: -77.036931 },
      precision: 'house',
      parts: { houseNumber: '800', city: 'Washington', state: 'DC', zip: '20012' },
    },
    {
      address: 'K Street, San Francisco, CA 94103',
      position: { lat: 38.91, lng: -77.03 },
      precision: 'street',
      parts: { houseNumber: null, city: 'San Francisco', state: 'CA', zip: '94103' },
    },
    {
      address: 'Reston, VA',
      position: { lat: 38.96, lng: -77.34 },
      precision: 'town',
      // The house number comes from `makePhotonHouse`.
      parts: { houseNumber: '5', city: 'Reston', state: 'VA', zip: null },
    },
  ]);
  expect(server.requests.at(-1)?.path).toBe(
    '/api?q=800+black+%26+white&lang=en&limit=15&lat=38.9&lon=-77.04' +
      '&bbox=-81.662%2C35.303%2C-72.418%2C42.497',
  );
});

test('invalid results are skipped without affecting the others @booking.geocoder', async () => {
  const houseAt = (coordinates: unknown) => ({ ...house, geometry: { coordinates } });
  const invalidResults = [
    null,
    'x',
    {},
    houseAt([]),
    houseAt([-77.03]),
    houseAt(['-77.03', '38.9']),
    houseAt([null, null]),
    houseAt([38.9, -77.03]),
    { ...house, properties: null },
    { ...house, properties: { ...house.properties, countrycode: 'CA' } },
    { ...house, properties: { ...house.properties, countrycode: 7 } },
  ];
  server.respondWithJson({ features: [...invalidResults, house] });
  expect(await createService().search('800')).toHaveLength(1);
  server.respondWithJson({
    features: [{ ...house, properties: { ...house.properties, city: 7 } }],
  });
  expect(await createService().search('800')).toMatchObject([{ precision: 'house' }]);
});

test('Photon describes a point @booking.reverse-geocoding', async () => {
  server.respondWithJson({ features: [house] });
  expect(await createService().reverseGeocode({ lat: 38.9, lng: -77.03 })).toMatchObject([
    { precision: 'house' },
  ]);
  expect(server.requests.at(-1)?.path).toBe('/reverse?lat=38.9&lon=-77.03&lang=en&limit=5');
});

test.each([[], {}, { features: {} }, { error: 'x' }, null, { features: Array(101).fill(house) }])(
  'a response that is not a list of features is an error: %j @booking.geocoder-down',
  async (answer) => {
    server.respondWithJson(answer);
    await expect(createService().search('800')).rejects.toThrow();
  },
);
