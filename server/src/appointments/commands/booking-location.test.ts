import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import {
  makeTeam,
  makePerson,
  makeService,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import {
  makePhotonHouse,
  startFakeGeocoder,
  type FakeGeocoder,
} from '@curbwrench/testing/fake-geocoder';
import { send } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let customer: Person;
let vehicleId: number;
let serviceId: number;

const ferryBuilding = { lat: 37.7955, lng: -122.3937 };
/** The center of San Francisco, which clients send if they don't know the coordinates. */
const placeholder = { lat: 37.7749, lng: -122.4194 };

beforeAll(async () => {
  app = await startApp({ business: { maxOpenBookings: 100 } });
  ({ serviceId } = await makeTeam(app, 100));
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.clock.set(testMorning);
  customer = await makePerson(app, 'customer');
  vehicleId = await makeVehicle(app, customer.id);
});

async function book(location: object, details: object = {}, targetApp = app): Promise<Appointment> {
  const response = await send(targetApp, customer, 'POST', '/api/appointments', {
    vehicleId,
    serviceId,
    date: '2026-03-04',
    startTime: '10:00',
    location: JSON.stringify(location),
    confirmOverlap: true,
    ...details,
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Appointment>();
}

/** Books at a location, and returns the precision and coordinates of the stored location. */
async function bookAt(location: object, targetApp = app): Promise<string> {
  const { location: storedLocation, placePrecision } = await book(location, {}, targetApp);
  const { lat, lng } = JSON.parse(storedLocation) as { lat?: number; lng?: number };
  return [placePrecision, lat?.toFixed(2), lng?.toFixed(2)].join(' ').trim();
}

describe('the location of a booking', () => {
  test('is what the client sent, with the given precision or, without one, as a pin @booking.location', async () => {
    const address = '1 Ferry Building, San Francisco, CA 94111';
    expect(await bookAt({ address, ...ferryBuilding })).toBe('pin 37.80 -122.39');
    expect(await bookAt({ address, ...ferryBuilding, precision: 'street' })).toBe(
      'street 37.80 -122.39',
    );
  });

  test('is the center of the ZIP code or city in its address, if no coordinates were sent @booking.location', async () => {
    expect(await bookAt({ address: '1100 Congress Ave, Austin, TX 78701' })).toBe(
      'zip 30.27 -97.74',
    );
    expect(await bookAt({ address: 'Gateway Arch, St. Louis, MO' })).toBe('town 38.64 -90.29');
    expect(await bookAt({ address: '12 Main Street' })).toBe('unknown');
  });

  test('comes from the address if the client sent the placeholder coordinates @booking.location', async () => {
    expect(await bookAt({ address: '12 Main Street', ...placeholder })).toBe('unknown');
    expect(await bookAt({ address: 'Austin, TX', ...placeholder, precision: 'house' })).toBe(
      'town 30.31 -97.76',
    );
    expect(await bookAt({ address: '12 Main Street', ...placeholder, lat: 37.776 })).toBe(
      'pin 37.78 -122.42',
    );
  });

  test('comes from the address if the coordinates are far from its ZIP code @booking.location', async () => {
    const address = '1100 Congress Ave, Austin, TX 78701';
    const flippedSigns = { lat: -30.27, lng: 97.74 };
    for (const wrongPosition of [
      ferryBuilding,
      flippedSigns,
      { lat: 90, lng: 0 },
      { lat: 0, lng: 0 },
    ]) {
      expect(await bookAt({ address, ...wrongPosition })).toBe('zip 30.27 -97.74');
    }
    // About 25 miles away, which is still close enough.
    expect(await bookAt({ address, lat: 30.63, lng: -97.74 })).toBe('pin 30.63 -97.74');
  });
});

describe('with a geocoding service, the location of a booking', () => {
  let geocoder: FakeGeocoder;
  let geocodingApp: TestApp;

  beforeAll(async () => {
    geocoder = await startFakeGeocoder();
    geocodingApp = await startApp({
      database: app.database,
      business: { maxOpenBookings: 100 },
      authSecret: app.authSecret,
      geocoder: { service: 'photon', url: geocoder.url, perSecond: 100 },
    });
  });
  afterAll(async () => {
    await geocodingApp.stop();
    geocoder.stop();
  });

  const bookWithGeocoder = async (location: object) => bookAt(location, geocodingApp);
  const setGeocoderResult = (lat: number, lng: number) =>
    geocoder.respondWithJson({ features: [makePhotonHouse(lat, lng)] });

  test('is what the client sent; otherwise that of a previous booking; otherwise what the service finds @booking.location', async () => {
    const address = '5 Elm Street, San Francisco, CA 94103';
    setGeocoderResult(37.771, -122.411);
    expect(await bookWithGeocoder({ address, ...ferryBuilding })).toBe('pin 37.80 -122.39');
    expect(geocoder.requests).toEqual([]);
    // The pin was set for that booking only.
    expect(await bookWithGeocoder({ address })).toBe('house 37.77 -122.41');
    expect(geocoder.requests).toHaveLength(1);
    await app.store.kysely.deleteFrom('geocoder_answers').execute();
    setGeocoderResult(37.7, -122.4);
    expect(await bookWithGeocoder({ address: address.toUpperCase() })).toBe('house 37.77 -122.41');
    expect(geocoder.requests).toHaveLength(1);
  });

  test('comes from the address if the service returns a position far from its ZIP code or does not answer @booking.location @booking.geocoder-down', async () => {
    const address = '5 Elm Lane, San Francisco, CA 94103';
    setGeocoderResult(38.9, -122.4);
    expect(await bookWithGeocoder({ address })).toBe('zip 37.77 -122.41');
    setGeocoderResult(37.78, -122.4);
    expect(await bookWithGeocoder({ address: '5 Elm Lane, Oakland, CA 94601' })).toMatch(/^zip /);
    geocoder.respondWith((response) => void response.destroy());
    expect(await bookWithGeocoder({ address: `1${address}` })).toBe('zip 37.77 -122.41');
    expect(await bookWithGeocoder({ address: '12 Main Street' })).toBe('unknown');
  });
});

describe("the customer's addresses", () => {
  const readAddresses = () =>
    app.store.kysely
      .selectFrom('customer_addresses')
      .select(['address', 'latitude', 'place_precision', 'last_used_at'])
      .where('customer_id', '=', customer.id)
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc')
      .execute();

  test('are stored once each, with their locations, most recently used first @booking.addresses', async () => {
    await book({ address: '12 Main Street' });
    await book({ address: '5 Elm Street, Austin, TX 78701' });
    app.clock.set(new Date(testMorning.getTime() + 60_000));
    await book({ address: '12 Main Street', ...ferryBuilding }, { startTime: '12:00' });
    const rows = await readAddresses();
    expect(rows).toMatchObject([
      { address: '12 Main Street', latitude: ferryBuilding.lat, place_precision: 'pin' },
      { address: '5 Elm Street, Austin, TX 78701', place_precision: 'zip' },
    ]);
    expect(rows[0]?.last_used_at).toEqual(new Date(testMorning.getTime() + 60_000));
  });

  test('are not stored for a booking that is refused @booking.addresses', async () => {
    const unstaffedServiceId = await makeService(app, { skill: 'nobody' });
    const refused = await send(app, customer, 'POST', '/api/appointments', {
      vehicleId,
      serviceId: unstaffedServiceId,
      date: '2026-03-04',
      startTime: '10:00',
      location: JSON.stringify({ address: '12 Main Street' }),
    });
    expect(refused.statusCode).toBe(409);
    expect(await readAddresses()).toEqual([]);
  });

  test('are limited to the twenty most recently used @booking.addresses', async () => {
    await app.store.kysely
      .insertInto('customer_addresses')
      .values(
        Array.from({ length: 20 }, (_, index) => ({
          customer_id: customer.id,
          address: `${index} Old Street`,
          place_precision: 'unknown' as const,
          last_used_at: new Date(testMorning.getTime() - (20 - index) * 60_000),
        })),
      )
      .execute();
    await book({ address: '12 Main Street' });
    const storedAddresses = (await readAddresses()).map(({ address }) => address);
    expect(storedAddresses).toHaveLength(20);
    expect(storedAddresses[0]).toBe('12 Main Street');
    expect(storedAddresses.at(-1)).toBe('1 Old Street');
  });
});
