import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { baseMap, type MapFeature } from '@curbwrench/contract/maps/schemas';
import { straightLineMeters } from '@curbwrench/contract/places/distance';
import { send } from '@curbwrench/testing/requests';
import { startApp, testBusiness, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let features: readonly MapFeature[];

beforeAll(async () => {
  app = await startApp();
  const map = baseMap.parse((await send(app, null, 'GET', '/api/base-map')).json());
  if (map.kind !== 'schematic') throw new Error('The map is not schematic.');
  features = map.features;
});
afterAll(() => app.stop());

const readMap = (headers: Record<string, string>) =>
  app.server.inject({ url: '/api/base-map', headers });

const listNames = (layer: MapFeature['properties']['layer']) =>
  features.flatMap(({ properties }) => (properties.layer === layer ? [properties.name] : []));

/** The points of all features. */
const listPoints = () =>
  features.flatMap(({ geometry }) =>
    geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates.flat(),
  ) as (readonly [number, number])[];

test('the schematic map has the ZIP codes, cities and county lines around the business @maps.schematic', () => {
  expect(listNames('zip')).toEqual(expect.arrayContaining(['94103', '94607', '95814']));
  expect(listNames('zip')).not.toContain('93721');
  expect(listNames('county')).toEqual([null]);
  for (const [lng, lat] of listPoints()) {
    expect(straightLineMeters(testBusiness.cityCenter, { lat, lng })).toBeLessThan(180_000);
    expect([lng, lat]).toEqual([Number(lng.toFixed(4)), Number(lat.toFixed(4))]);
  }
});

test('the schematic map shows cities with at least two ZIP codes, ranked by size @maps.schematic', () => {
  const cities = features.filter(({ properties }) => properties.layer === 'place');
  const rankOf = (name: string) =>
    cities.find((city) => city.properties.name === name)?.properties.rank;
  expect([rankOf('San Francisco'), rankOf('Berkeley'), rankOf('Alameda')]).toEqual([1, 1, 3]);
  // Has only one ZIP code.
  expect(rankOf('Brisbane')).toBeUndefined();
});

test('ZIP codes with the same center are shown as one point @maps.schematic', () => {
  const points = features.flatMap(({ properties, geometry }) =>
    properties.layer === 'zip' ? [String(geometry.coordinates)] : [],
  );
  expect(new Set(points).size).toBe(points.length);
  // At the same point as San Francisco's other ZIP codes for PO boxes.
  expect(listNames('zip')).not.toContain('94140');
});

test('the base map is compressed, and is sent again only if it has changed @maps.stored', async () => {
  const plainResponse = await readMap({});
  const compressedResponse = await readMap({ 'accept-encoding': 'gzip' });
  expect(compressedResponse.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'private, no-cache',
  });
  expect(compressedResponse.rawPayload.length).toBeLessThan(40_000);
  expect(gunzipSync(compressedResponse.rawPayload).toString()).toBe(plainResponse.body);
  const response = await readMap({ 'if-none-match': String(plainResponse.headers['etag']) });
  expect([response.statusCode, response.body]).toEqual([304, '']);
});

test('in the demo, maps show only the fictional town @maps.demo', async () => {
  const town: MapFeature = {
    type: 'Feature',
    properties: { layer: 'street', name: 'Elm Street', rank: 2 },
    geometry: {
      type: 'LineString',
      coordinates: [
        [-97.7, 30.2],
        [-97.6, 30.2],
      ],
    },
  };
  const demo = await startApp({ demoFeatures: [town] });
  try {
    expect((await send(demo, null, 'GET', '/api/base-map')).json()).toEqual({
      kind: 'demo',
      features: [town],
      attribution: 'Demo map: a fictional town',
    });
  } finally {
    await demo.stop();
  }
});
