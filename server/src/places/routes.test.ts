import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlaceSuggestion, SuggestPlacesReply } from '@curbwrench/contract/places/schemas';
import { makePerson, type Person } from '@curbwrench/testing/builders';
import {
  makePhotonHouse,
  startFakeGeocoder,
  type FakeGeocoder,
} from '@curbwrench/testing/fake-geocoder';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let customer: Person;
let otherCustomer: Person;

beforeAll(async () => {
  app = await startApp();
  customer = await makePerson(app, 'customer');
  otherCustomer = await makePerson(app, 'customer');
  const makeAddress = (
    customerId: string,
    address: string,
    minutesAgo: number,
    latitude?: number,
  ) => ({
    customer_id: customerId,
    address,
    latitude: latitude ?? null,
    longitude: latitude === undefined ? null : -122.5,
    place_precision: latitude === undefined ? ('unknown' as const) : ('pin' as const),
    last_used_at: new Date(testMorning.getTime() - minutesAgo * 60_000),
  });
  await app.store.kysely
    .insertInto('customer_addresses')
    .values([
      makeAddress(customer.id, '12 Zelmo Street', 2),
      makeAddress(customer.id, 'Lot 7, Zelmowood Mall, Austin, TX', 1, 30.5),
      makeAddress(otherCustomer.id, '99 Zelmo Street', 1),
    ])
    .execute();
});
afterAll(() => app.stop());

async function suggest(viewer: Person | null, query: string): Promise<readonly PlaceSuggestion[]> {
  const response = await send(app, viewer, 'GET', `/api/places?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  const { suggestions, isServiceDown } = response.json<SuggestPlacesReply>();
  expect(isServiceDown).toBe(false);
  return suggestions;
}

async function suggestAddresses(viewer: Person | null, query: string): Promise<readonly string[]> {
  return (await suggest(viewer, query)).map(({ address }) => address);
}

describe('suggestions', () => {
  test("begin with the addresses of the customer's own bookings, most recently used first @booking.suggestions", async () => {
    expect(await suggest(customer, 'q=zelmo')).toEqual([
      {
        address: 'Lot 7, Zelmowood Mall, Austin, TX',
        lat: 30.5,
        lng: -122.5,
        precision: 'pin',
        source: 'earlier',
      },
      { address: '12 Zelmo Street', lat: null, lng: null, precision: 'unknown', source: 'earlier' },
    ]);
    expect(await suggestAddresses(customer, 'q=STREET%2012')).toEqual(['12 Zelmo Street']);
    expect(await suggestAddresses(customer, 'q=lm')).toEqual([]);
    expect(await suggestAddresses(customer, 'q=')).toHaveLength(2);
    expect(await suggest(customer, 'q=78704')).toMatchObject([
      { address: 'Austin, TX 78704', precision: 'zip', source: 'table' },
    ]);
  });

  test("contain the addresses of a customer's bookings only for that customer and for the office @booking.suggestions", async () => {
    const query = `q=zelmo%20street&customerId=${customer.id}`;
    expect(await suggestAddresses(otherCustomer, query)).toEqual(['99 Zelmo Street']);
    for (const role of ['service_advisor', 'admin'] as const) {
      const officePerson = await makePerson(app, role);
      expect(await suggestAddresses(officePerson, query)).toEqual(['12 Zelmo Street']);
      expect(await suggestAddresses(officePerson, 'q=zelmo')).toEqual([]);
    }
    expect(await suggestAddresses(await makePerson(app, 'mechanic'), query)).toEqual([]);
    expect(await suggestAddresses(null, query)).toEqual([]);
  });

  test('contain cities with the typed name, nearest first, without duplicates @booking.suggestions', async () => {
    const cities = await suggestAddresses(null, 'q=austin');
    expect(cities.length).toBeGreaterThan(1);
    expect(cities.length).toBeLessThanOrEqual(6);
    // The test business is in San Francisco.
    expect(cities.slice(0, 2)).toEqual(['Austin, NV', 'Austin, CO']);
    expect(await suggestAddresses(null, 'q=St.%20Louis')).toContain('Saint Louis, MO');
    const suggestions = await suggest(customer, 'q=Lot%207,%20Zelmowood%20Mall,%20Austin,%20TX');
    expect(suggestions).toMatchObject([{ source: 'earlier' }]);
  });
});

test("staff without the required second factor get no addresses of a customer's bookings @booking.suggestions", async () => {
  const strictApp = await startApp({ staffTwoFactor: true, database: app.database });
  try {
    const advisor = await makePerson(strictApp, 'service_advisor');
    const query = `q=zelmo&customerId=${customer.id}`;
    expect((await send(strictApp, advisor, 'GET', `/api/places?${query}`)).json()).toEqual({
      suggestions: [],
      isServiceDown: false,
    });
  } finally {
    await strictApp.stop();
  }
});

describe('a point', () => {
  const describePoint = (query: string) => send(app, null, 'GET', `/api/places/near?${query}`);

  test('is described by the nearest ZIP code or, far from any, by its coordinates @booking.reverse-geocoding', async () => {
    expect((await describePoint('lat=30.2672&lng=-97.7431')).json()).toEqual({
      address: expect.stringMatching(/^Near Austin, TX 787\d\d$/) as string,
      lat: 30.2672,
      lng: -97.7431,
      precision: 'pin',
      source: 'table',
    });
    expect((await describePoint('lat=18.46&lng=-66.1')).json()).toMatchObject({
      address: expect.stringMatching(/^Near PR 009\d\d$/) as string,
    });
    expect((await describePoint('lat=90&lng=0')).json()).toMatchObject({
      address: '90.00000, 0.00000',
    });
  });

  test('is refused if its coordinates are missing or invalid @booking.reverse-geocoding', async () => {
    for (const query of [
      '',
      'lat=30',
      'lat=NaN&lng=0',
      'lat=90.1&lng=0',
      'lat=-97.74&lng=30.27',
      'lat=0&lng=1e2',
    ]) {
      expect((await describePoint(query)).statusCode, query).toBe(400);
    }
  });
});

describe('an address', () => {
  const locate = (viewer: Person | null, query: string) =>
    read<object>(app, viewer, `/api/places/at?${query}`);

  test('is located in the same way as for a booking @booking.locate', async () => {
    expect(await locate(null, 'q=Lot%207,%20Austin,%20TX%2078704')).toMatchObject({
      precision: 'zip',
      lat: expect.closeTo(30.2, 0) as number,
    });
    expect(await locate(null, 'q=12%20Zelmo%20Street')).toEqual({
      lat: null,
      lng: null,
      precision: 'unknown',
    });
    for (const query of ['', 'q=', 'q=%20']) {
      expect((await send(app, null, 'GET', `/api/places/at?${query}`)).statusCode).toBe(400);
    }
  });

  test('is located at the house found for a previous booking, but only for its customer and for the office @booking.locate', async () => {
    await app.store.kysely
      .insertInto('customer_addresses')
      .values({
        customer_id: customer.id,
        address: '7 Zelmo Street',
        latitude: 37.5,
        longitude: -122.5,
        place_precision: 'house',
        last_used_at: new Date(0),
      })
      .execute();
    const query = `q=7%20zelmo%20street&customerId=${customer.id}`;
    const house = { lat: 37.5, lng: -122.5, precision: 'house' };
    expect(await locate(customer, query)).toEqual(house);
    expect(await locate(await makePerson(app, 'service_advisor'), query)).toEqual(house);
    for (const stranger of [null, otherCustomer, await makePerson(app, 'mechanic')]) {
      expect(await locate(stranger, query)).toMatchObject({ precision: 'unknown' });
    }
  });
});

describe('with a geocoding service', () => {
  let geocoder: FakeGeocoder;
  /** Uses Photon, which allows requests while people type. */
  let photonApp: TestApp;
  /** Uses Nominatim, which only allows requests for full addresses. */
  let nominatimApp: TestApp;

  beforeAll(async () => {
    geocoder = await startFakeGeocoder();
    const settings = { url: geocoder.url, perSecond: 100 };
    const { database, authSecret } = app;
    photonApp = await startApp({
      geocoder: { service: 'photon', ...settings },
      database,
      authSecret,
    });
    nominatimApp = await startApp({
      geocoder: { service: 'nominatim', ...settings },
      database,
      authSecret,
    });
  });
  afterAll(async () => {
    await nominatimApp.stop();
    await photonApp.stop();
    geocoder.stop();
  });

  const house = '5 Elm Street, San Francisco, CA 94103';

  test('its addresses are suggested from the fourth typed character on, between those of past bookings and those of the ZIP table @booking.suggestions', async () => {
    geocoder.respondWithJson({ features: [makePhotonHouse(37.77, -122.41)] });
    const { suggestions } = await read<SuggestPlacesReply>(
      photonApp,
      customer,
      '/api/places?q=alameda',
    );
    expect(suggestions.slice(0, 2).map(({ address, source }) => `${source}: ${address}`)).toEqual([
      `service: ${house}`,
      'table: Alameda, CA',
    ]);
    expect(suggestions[0]).toMatchObject({ lat: 37.77, lng: -122.41, precision: 'house' });
    const reply = await read<SuggestPlacesReply>(
      photonApp,
      otherCustomer,
      '/api/places?q=99%20zelmo',
    );
    expect(reply.suggestions.map(({ source }) => source)).toEqual(['earlier', 'service']);
    const requestCount = geocoder.requests.length;
    await read(photonApp, customer, '/api/places?q=zel');
    expect(geocoder.requests).toHaveLength(requestCount);
  });

  test('a ZIP code is suggested from the ZIP table without a request to the service @booking.suggestions', async () => {
    geocoder.respondWithJson({
      features: Array.from({ length: 9 }, (_, index) =>
        makePhotonHouse(37.77, -122.41, { housenumber: String(index) }),
      ),
    });
    const person = await makePerson(app, 'customer');
    await app.store.kysely
      .insertInto('customer_addresses')
      .values(
        Array.from({ length: 7 }, (_, index) => ({
          customer_id: person.id,
          address: `${index} Elm Street, San Francisco, CA 94107`,
          place_precision: 'unknown' as const,
          last_used_at: testMorning,
        })),
      )
      .execute();
    const requestCount = geocoder.requests.length;
    const { suggestions } = await read<SuggestPlacesReply>(
      photonApp,
      person,
      '/api/places?q=94107',
    );
    expect(suggestions).toHaveLength(6);
    expect(suggestions[0]).toMatchObject({
      address: 'San Francisco, CA 94107',
      precision: 'zip',
      source: 'table',
    });
    // A ZIP code that does not exist.
    await read(photonApp, null, '/api/places?q=00000');
    expect(geocoder.requests).toHaveLength(requestCount);
  });

  test('the service is not reported as down while it is only busy @booking.geocoder-down', async () => {
    geocoder.respondWithJson({ features: [makePhotonHouse(37.77, -122.41)] });
    await app.store.kysely
      .updateTable('geocoder_limit')
      .set({ next_at: new Date(Date.now() + 60_000) })
      .execute();
    const busyReply = await read<SuggestPlacesReply>(photonApp, null, '/api/places?q=17%20Elm');
    expect(busyReply).toEqual({ suggestions: [], isServiceDown: false });
    await app.store.kysely.deleteFrom('geocoder_limit').execute();
    const laterReply = await read<SuggestPlacesReply>(photonApp, null, '/api/places?q=17%20Elm');
    expect(laterReply.suggestions).toHaveLength(1);
  });

  test('Nominatim gets requests for full addresses, but not while someone is typing @booking.suggestions @booking.locate', async () => {
    geocoder.respondWithJson([
      {
        lat: '37.7701',
        lon: '-122.4101',
        address: { house_number: '5', road: 'Elm Street', postcode: '94103', country_code: 'us' },
      },
    ]);
    const requestCount = geocoder.requests.length;
    expect(await read(nominatimApp, null, '/api/places?q=5%20Elm%20Street')).toEqual({
      suggestions: [],
      isServiceDown: false,
    });
    expect(geocoder.requests).toHaveLength(requestCount);
    expect(await read(nominatimApp, null, '/api/places/at?q=5%20Elm%20Street')).toEqual({
      lat: 37.7701,
      lng: -122.4101,
      precision: 'house',
    });
    expect(geocoder.requests).toHaveLength(requestCount + 1);
  });

  test('a point is described by the nearest house @booking.reverse-geocoding', async () => {
    const point = '/api/places/near?lat=37.77&lng=-122.41';
    geocoder.respondWithJson({ features: [makePhotonHouse(37.771, -122.41)] });
    expect(await read(photonApp, null, point)).toEqual({
      address: house,
      lat: 37.77,
      lng: -122.41,
      precision: 'pin',
      source: 'service',
    });
    geocoder.respondWithJson({ features: [makePhotonHouse(37.9, -122.41)] });
    expect(await read(photonApp, null, '/api/places/near?lat=37.76&lng=-122.41')).toMatchObject({
      address: expect.stringMatching(/^Near /) as string,
      source: 'table',
    });
  });

  test('if the service does not respond correctly, the ZIP table is used and the reply says that the service is down @booking.geocoder-down', async () => {
    geocoder.respondWith((response) => void response.end('<html>'));
    expect(await read(photonApp, null, '/api/places?q=sausalito')).toEqual({
      suggestions: [expect.objectContaining({ address: 'Sausalito, CA' })],
      isServiceDown: true,
    });
    expect(await read(photonApp, null, '/api/places/at?q=Austin,%20TX%2078704')).toMatchObject({
      precision: 'zip',
    });
    expect(await read(photonApp, null, '/api/places/near?lat=30.2672&lng=-97.7431')).toMatchObject({
      address: expect.stringMatching(/^Near Austin/) as string,
      source: 'table',
    });
  });
});
