import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, reopen, type TestDatabase } from '@curbwrench/testing/database';
import {
  makePhotonHouse,
  startFakeGeocoder,
  type FakeGeocoder,
} from '@curbwrench/testing/fake-geocoder';
import { SettableClock } from '../application/clock.ts';
import type { Geocoder } from '../application/geocoder-port.ts';
import { createGeocoder, type GeocoderSettings } from './geocoder-adapter.ts';
import { deleteOldGeocoderResponses } from './geocoder-response-changes.ts';
import { reserveRequestTime } from './geocoder-limit-changes.ts';

const business = { name: 'Zoë & Söhne', cityCenter: { lat: 37.77, lng: -122.42 } };
const start = new Date('2026-03-03T17:00:00Z');
const house = makePhotonHouse(37.78, -122.41);

let database: TestDatabase;
/** Another connection to the same database, as a second process would have. */
let otherConnection: TestDatabase;
let server: FakeGeocoder;
let clock: SettableClock;
let warnings: unknown[];

beforeAll(async () => {
  database = await createTestDatabase();
  otherConnection = await reopen(database);
  server = await startFakeGeocoder();
});
afterAll(async () => {
  server.stop();
  await otherConnection.drop();
  await database.drop();
});
beforeEach(async () => {
  clock = new SettableClock(start);
  warnings = [];
  await database.store.kysely.deleteFrom('geocoder_answers').execute();
  await database.store.kysely.deleteFrom('geocoder_limit').execute();
});

/** Creates a geocoder as a separate process would. */
function makeGeocoder(
  settings: Partial<GeocoderSettings> = {},
  store = database.store,
  timeoutMs?: number,
): Geocoder {
  return createGeocoder(
    { service: 'photon', url: server.url, perSecond: 100, ...settings },
    {
      store,
      clock,
      business,
      publicUrl: 'https://book.example.com',
      log: { warn: (...parts: unknown[]) => void warnings.push(parts) },
      ...(timeoutMs !== undefined && { timeoutMs }),
    },
  );
}

/** Returns the places that a search finds. */
const search = async (geocoder: Geocoder, text: string) => (await geocoder.search(text)).places;

const downResponse = { places: [], isDown: true };
const emptyResponse = { places: [], isDown: false };

/** Returns how many requests the service gets during `work`. */
async function countRequests(work: () => Promise<unknown>): Promise<number> {
  const before = server.requests.length;
  await work();
  return server.requests.length - before;
}

describe('a response', () => {
  test('is reused by all processes for the same text or point @booking.geocoder-limit', async () => {
    server.respondWithJson({ features: [house] });
    const first = await search(makeGeocoder(), '5 Elm Street');
    expect(first).toMatchObject([{ precision: 'house', position: { lat: 37.78, lng: -122.41 } }]);
    const geocoder = makeGeocoder({}, otherConnection.store);
    const requestCount = await countRequests(async () => {
      expect(await search(geocoder, ' 5 ELM street.')).toEqual(first);
    });
    expect(requestCount).toBe(0);
    expect(await countRequests(() => geocoder.search('6 Elm Street'))).toBe(1);
    const countReverseRequests = (lat: number) =>
      countRequests(() => geocoder.reverseGeocode({ lat, lng: -122.41 }));
    expect(await countReverseRequests(37.78)).toBe(1);
    expect(await countReverseRequests(37.780_01)).toBe(0);
    expect(await countReverseRequests(37.79)).toBe(1);
    expect(
      await countRequests(() => makeGeocoder({ service: 'nominatim' }).search('5 Elm Street')),
    ).toBe(1);
  });

  test('is stored without the text that was searched for @booking.geocoder-limit', async () => {
    server.respondWithJson({ features: [] });
    await makeGeocoder().search('Zelda Zappa, 5 Elm Street');
    const rows = await database.store.kysely.selectFrom('geocoder_answers').selectAll().execute();
    expect(rows).toEqual([
      { question: expect.stringMatching(/^[0-9a-f]{64}$/) as string, answer: [], at: start },
    ]);
  });

  test('is deleted when it is too old or there are too many newer ones @booking.geocoder-limit', async () => {
    server.respondWithJson({ features: [] });
    const geocoder = makeGeocoder();
    for (const minutes of [0, 1, 2, 3]) {
      clock.set(new Date(start.getTime() + minutes * 60_000));
      await geocoder.search(`${minutes} Elm Street`);
    }
    const listTimes = async () => {
      const rows = await database.store.kysely
        .selectFrom('geocoder_answers')
        .select('at')
        .orderBy('at')
        .execute();
      return rows.map(({ at }) => (at.getTime() - start.getTime()) / 60_000);
    };
    const { kysely } = database.store;
    await deleteOldGeocoderResponses(kysely, new Date(start.getTime() + 60_000), 10);
    expect(await listTimes()).toEqual([1, 2, 3]);
    await deleteOldGeocoderResponses(kysely, start, 2);
    expect(await listTimes()).toEqual([2, 3]);
  });
});

describe('the limit', () => {
  test('spaces the requests of all processes evenly @booking.geocoder-limit', async () => {
    const stores = [database.store, otherConnection.store];
    const startedAt = Date.now();
    const waits = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        reserveRequestTime((stores[index % 2] ?? database.store).kysely, 1, 10_000),
      ),
    );
    const elapsedMs = Date.now() - startedAt;
    const sortedWaits = waits.filter((wait) => wait !== null).toSorted((a, b) => a - b);
    // Only times within the next ten seconds are reserved.
    expect(sortedWaits.length).toBeGreaterThanOrEqual(10);
    expect(sortedWaits.length).toBeLessThanOrEqual(12);
    for (const [index, wait] of sortedWaits.entries()) {
      // One second per request, minus the time that passed before this one was reserved.
      expect(wait).toBeGreaterThan(index * 1000 - elapsedMs - 1);
      expect(wait).toBeLessThanOrEqual(index * 1000 + 1);
    }
  });

  test('refuses requests that would wait too long, without delaying others @booking.geocoder-limit', async () => {
    const { kysely } = database.store;
    expect(await reserveRequestTime(kysely, 1, 0)).toBe(0);
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await reserveRequestTime(kysely, 1, 0)).toBeNull();
    expect(await reserveRequestTime(kysely, 1, 2000)).toBeLessThanOrEqual(1000);
  });

  test('returns no places for a search that would wait more than two seconds @booking.geocoder-limit', async () => {
    server.respondWithJson({ features: [house] });
    const geocoder = makeGeocoder({ perSecond: 1 });
    await database.store.kysely
      .insertInto('geocoder_limit')
      .values({ next_at: new Date(Date.now() + 60_000) })
      .execute();
    const requestCount = await countRequests(async () => {
      expect(await geocoder.search('5 Elm Street')).toEqual(emptyResponse);
    });
    expect(requestCount).toBe(0);
    // Not logged, because the service did not fail.
    expect(warnings).toEqual([]);
  });
});

describe('a service that does not respond correctly', () => {
  const reply =
    (body: string, status = 200) =>
    () =>
      server.respondWith((response) => void response.writeHead(status).end(body));
  const features = JSON.stringify({ features: [house] });

  test.each([
    ['HTML', reply('<html><body>It works!</body></html>')],
    ['10 MB', reply(`{"features":[],"more":"${'x'.repeat(10_000_000)}"}`)],
    ['NaN', reply('{"features":[{"geometry":{"coordinates":[NaN,NaN]}}]}')],
    ['JSON in a different format', reply('{"features":{}}')],
    ['an empty reply', reply('')],
    ['status 429', reply(features, 429)],
    ['status 500', reply(features, 500)],
    [
      'a redirect',
      () =>
        server.respondWith((response) => void response.writeHead(302, { location: '/x' }).end()),
    ],
    ['a broken connection', () => server.respondWith((response) => void response.destroy())],
    ['no response', () => server.respondWith(() => {})],
  ])('counts as down: %s @booking.geocoder-down', async (name, prepare) => {
    prepare();
    const timeoutMs = name === 'no response' ? 100 : 30_000;
    const geocoder = makeGeocoder({}, database.store, timeoutMs);
    expect(await geocoder.search('5 Elm Street')).toEqual(downResponse);
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toContain('Elm');
    server.respondWithJson({ features: [house] });
    // The failure was not stored as a response.
    const otherGeocoder = makeGeocoder({}, database.store, 30_000);
    expect(await search(otherGeocoder, '5 Elm Street')).toHaveLength(1);
  });

  test('gets no requests for a minute, during which stored responses are still used @booking.geocoder-down', async () => {
    const geocoder = makeGeocoder();
    server.respondWithJson({ features: [house] });
    const knownPlaces = await search(geocoder, '5 Elm Street');
    server.respondWith((response) => void response.destroy());
    expect(await geocoder.search('6 Elm Street')).toEqual(downResponse);
    server.respondWithJson({ features: [] });
    clock.set(new Date(start.getTime() + 59_999));
    const requestCount = await countRequests(async () => {
      expect(await geocoder.search('6 Elm Street')).toEqual(downResponse);
      expect(await geocoder.reverseGeocode({ lat: 37.78, lng: -122.41 })).toEqual(downResponse);
      expect(await geocoder.search('5 Elm Street')).toEqual({ places: knownPlaces, isDown: false });
    });
    expect(requestCount).toBe(0);
    clock.set(new Date(start.getTime() + 60_000));
    expect(await geocoder.search('6 Elm Street')).toEqual(emptyResponse);
  });

  test.each([400, 404, 414])(
    'still gets other requests if it rejected one with status %i @booking.geocoder-down',
    async (status) => {
      const geocoder = makeGeocoder();
      server.respondWith((response) => void response.writeHead(status).end('{}'));
      expect(await geocoder.search('5 Elm Street')).toEqual(emptyResponse);
      expect(warnings).toHaveLength(1);
      server.respondWithJson({ features: [house] });
      expect(await search(geocoder, '6 Elm Street')).toHaveLength(1);
      // The failure was not stored as a response.
      expect(await search(geocoder, '5 Elm Street')).toHaveLength(1);
    },
  );

  test('gets no requests from searches that were already waiting for the rate limit @booking.geocoder-down', async () => {
    const geocoder = makeGeocoder({ perSecond: 1 });
    server.respondWith((response) => void response.destroy());
    const requestCount = await countRequests(async () => {
      const responses = await Promise.all([
        geocoder.search('5 Elm Street'),
        geocoder.search('6 Elm Street'),
      ]);
      expect(responses).toEqual([downResponse, downResponse]);
    });
    expect(requestCount).toBe(1);
  });
});

describe('while someone is typing', () => {
  test('a request is sent to the service only if there is almost no wait @booking.suggestions', async () => {
    server.respondWithJson({ features: [house] });
    const geocoder = makeGeocoder({ perSecond: 1 });
    const { kysely } = database.store;
    await kysely
      .insertInto('geocoder_limit')
      .values({ next_at: new Date(Date.now() + 1_500) })
      .execute();
    const requestCount = await countRequests(async () => {
      expect(await geocoder.suggest('5 Elm Street')).toEqual(emptyResponse);
      expect(await search(geocoder, '5 Elm Street')).toHaveLength(1);
    });
    expect(requestCount).toBe(1);
    expect((await geocoder.suggest('5 elm street')).places).toHaveLength(1);
  });

  test('a suggestion times out after 1.5 seconds, and searches for full addresses still reach the service @booking.suggestions', async () => {
    const geocoder = makeGeocoder();
    server.respondWith(() => {});
    const startedAt = Date.now();
    expect(await geocoder.suggest('5 Elm Street')).toEqual(downResponse);
    expect(Date.now() - startedAt).toBeLessThan(2_900);
    server.respondWithJson({ features: [house] });
    expect(await search(geocoder, '5 Elm Street')).toHaveLength(1);
    // After any other failure, searches for full addresses don't reach the service either.
    server.respondWith((response) => void response.destroy());
    expect(await geocoder.suggest('6 Elm Street')).toEqual(downResponse);
    server.respondWithJson({ features: [house] });
    expect(await geocoder.search('6 Elm Street')).toEqual(downResponse);
  });
});

test('requests to the service identify the business in the user agent @booking.geocoder-limit', async () => {
  server.respondWithJson({ features: [] });
  await makeGeocoder().search('7 Elm Street');
  expect(server.requests.at(-1)?.userAgent).toBe(
    'Zo? & S?hne (Curbwrench; https://book.example.com)',
  );
});

test('the service gets no request for text without letters or digits', async () => {
  expect(await countRequests(() => makeGeocoder().search(' ,.-! '))).toBe(0);
});
