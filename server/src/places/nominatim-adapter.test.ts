import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFakeGeocoder, type FakeGeocoder } from '@curbwrench/testing/fake-geocoder';
import { fetchJson } from '../application/fetch-json-adapter.ts';
import { createNominatimClient } from './nominatim-adapter.ts';

const austin = { lat: 30.27, lng: -97.74 };

let server: FakeGeocoder;

beforeAll(async () => {
  server = await startFakeGeocoder();
});
afterAll(() => server.stop());

const createService = () =>
  createNominatimClient(server.url, austin, (url) =>
    fetchJson(url, { timeoutMs: 3000, maxBytes: 10_000 }),
  );

/** A result as in Nominatim's documentation: coordinates are strings. */
const house = {
  place_id: 100_149,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0. https://osm.org/copyright',
  osm_type: 'way',
  osm_id: 192_241_121,
  lat: '30.2747',
  lon: '-97.7404',
  category: 'building',
  type: 'government',
  place_rank: 30,
  addresstype: 'building',
  name: 'Texas Capitol',
  display_name:
    'Texas Capitol, 1100, Congress Avenue, Austin, Travis County, Texas, 78701, United States',
  address: {
    building: 'Texas Capitol',
    house_number: '1100',
    road: 'Congress Avenue',
    city: 'Austin',
    county: 'Travis County',
    state: 'Texas',
    'ISO3166-2-lvl4': 'US-TX',
    postcode: '78701',
    country: 'United States',
    country_code: 'us',
  },
};

const capitol = {
  address: '1100 Congress Avenue, Austin, TX 78701',
  position: { lat: 30.2747, lng: -97.7404 },
  precision: 'house',
  parts: { houseNumber: '1100', city: 'Austin', state: 'TX', zip: '78701' },
};

test('a search asks Nominatim for places around the business and reads the results @booking.geocoder', async () => {
  const { house_number: _, ...address } = house.address;
  const village = { village: 'Volente', state: 'Texas', country_code: 'us' };
  server.respondWithJson([
    house,
    { ...house, name: 'Congress Avenue', address },
    { ...house, name: 'Volente', lat: '30.4', address: village },
  ]);
  expect(await createService().search('1100 Congress Ave')).toEqual([
    capitol,
    {
      ...capitol,
      address: 'Congress Avenue, Austin, TX 78701',
      precision: 'street',
      parts: { ...capitol.parts, houseNumber: null },
    },
    {
      address: 'Volente, TX',
      position: { lat: 30.4, lng: -97.7404 },
      precision: 'town',
      parts: { houseNumber: null, city: 'Volente', state: 'TX', zip: null },
    },
  ]);
  expect(server.requests.at(-1)?.path).toBe(
    '/search?q=1100+Congress+Ave&countrycodes=us%2Cpr%2Cvi%2Cgu%2Cmp%2Cas&limit=10' +
      '&viewbox=-101.905%2C26.673%2C-93.575%2C33.867&bounded=1' +
      '&format=jsonv2&addressdetails=1&accept-language=en',
  );
  expect(createService().suggestsWhileTyping).toBe(false);
});

test('invalid results are skipped without affecting the others @booking.geocoder', async () => {
  const invalidResults = [
    null,
    {},
    { ...house, lat: 'NaN' },
    { ...house, lat: '' },
    { ...house, lat: '1e1' },
    { ...house, lat: 30.27 },
    { ...house, lat: house.lon, lon: house.lat },
    { ...house, address: undefined },
    { ...house, address: { ...house.address, country_code: 'mx' } },
  ];
  server.respondWithJson([...invalidResults, house]);
  expect(await createService().search('1100')).toEqual([capitol]);
});

test('Nominatim describes a point, or reports that nothing is there @booking.reverse-geocoding', async () => {
  server.respondWithJson(house);
  expect(await createService().reverseGeocode({ lat: 30.27, lng: -97.74 })).toEqual([capitol]);
  expect(server.requests.at(-1)?.path).toBe(
    '/reverse?lat=30.27&lon=-97.74&format=jsonv2&addressdetails=1&accept-language=en',
  );
  server.respondWithJson({ error: 'Unable to geocode' });
  expect(await createService().reverseGeocode({ lat: 30.27, lng: -97.74 })).toEqual([]);
});

test.each([{}, null, 'x', { error: { code: 400 } }, Array(101).fill(house)])(
  'a response that is not a list of places is an error: %j @booking.geocoder-down',
  async (answer) => {
    server.respondWithJson(answer);
    await expect(createService().search('1100')).rejects.toThrow();
  },
);
