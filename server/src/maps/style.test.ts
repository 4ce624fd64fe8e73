import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { send } from '@curbwrench/testing/requests';
import { startApp, type TestAppOptions } from '@curbwrench/testing/start-app';
import { startFakeStyleServer, type FakeStyleServer } from '@curbwrench/testing/fake-style-server';
import { writeWebFolder } from '@curbwrench/testing/web-folder';
import { readStyleOrigins } from './style-adapter.ts';

/** A style that loads from four other hosts, and from a fifth one that its TileJSON names. */
const style = {
  version: 8,
  sources: {
    streets: { type: 'vector', url: '/streets.json' },
    photos: { type: 'raster', tiles: ['https://photos.example/{z}/{x}/{y}.jpg'] },
    stops: { type: 'geojson', data: 'https://data.example:8443/stops.json' },
    inline: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
  },
  glyphs: 'https://fonts.example/{fontstack}/{range}.pbf',
  sprite: [{ id: 'default', url: 'https://sprites.example/light' }],
  layers: [],
};
const tileJson = { tilejson: '3.0.0', tiles: ['https://tiles.example/{z}/{x}/{y}.pbf'] };
const otherOrigins = [
  'https://data.example:8443',
  'https://fonts.example',
  'https://photos.example',
  'https://sprites.example',
  'https://tiles.example',
];

let styles: FakeStyleServer;
let warnings: string[];

beforeAll(async () => {
  styles = await startFakeStyleServer();
});
afterAll(() => styles.stop());
beforeEach(() => {
  warnings = [];
  styles.respondWithJson('/style.json?key=k3y', style);
  styles.respondWithJson('/moved.json', style);
  styles.respondWithJson('/streets.json', tileJson);
});

const log = { warn: (...parts: unknown[]) => void warnings.push(JSON.stringify(parts)) };

function readOrigins(timeoutMs?: number, overrides: object = {}) {
  const settings = { url: `${styles.url}/style.json?key=k3y`, darkUrl: null, origins: [] };
  return readStyleOrigins({ ...settings, ...overrides }, log, timeoutMs);
}

/** Expects the style not to be used, and the log to contain one line without any URL or API key. */
async function expectNoOrigins(timeoutMs?: number): Promise<void> {
  expect(await readOrigins(timeoutMs)).toBeNull();
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).not.toMatch(/k3y|127\.0\.0\.1|example/);
  warnings = [];
}

const respondToStyleRequest = (respond: (response: ServerResponse) => void) =>
  styles.respondWith('/style.json?key=k3y', respond);

test('pages may connect to all hosts in a style and in the TileJSON of its sources @maps.style', async () => {
  expect(await readOrigins()).toEqual([styles.url, ...otherOrigins]);
  expect(styles.requests).toEqual(['/style.json?key=k3y', '/streets.json']);
  expect(warnings).toEqual([]);
});

test('pages may also connect to the hosts in the dark style and to the configured ones @maps.style', async () => {
  const dark = { version: 8, sources: {}, layers: [], sprite: 'https://night.example/sprite' };
  styles.respondWithJson('/dark.json', dark);
  const origins = ['https://extra.example'];
  expect(await readOrigins(3_000, { darkUrl: `${styles.url}/dark.json`, origins })).toEqual(
    [styles.url, ...otherOrigins, 'https://extra.example', 'https://night.example'].toSorted(),
  );
});

test.each([
  ['HTML', (response: ServerResponse) => response.end('<html><body>Not here</body></html>')],
  ['other JSON', (response: ServerResponse) => response.end('{"version":8}')],
  [
    'an error status',
    (response: ServerResponse) => response.writeHead(500).end(JSON.stringify(style)),
  ],
  [
    'a redirect',
    (response: ServerResponse) => response.writeHead(302, { location: '/moved.json' }).end(),
  ],
  ['10 MB', (response: ServerResponse) => response.end(JSON.stringify(style).padEnd(10_000_000))],
  ['nothing', (response: ServerResponse) => response.destroy()],
])('the style is not used if the server responds with %s @maps.fallback', async (_, respond) => {
  respondToStyleRequest(respond);
  await expectNoOrigins();
});

test('the style is not used if the server does not respond in time @maps.fallback', async () => {
  respondToStyleRequest(() => undefined);
  await expectNoOrigins(50);
  respondToStyleRequest((response) => void response.write('{'));
  await expectNoOrigins(50);
});

test('the style is not used if one of its sources cannot be read @maps.fallback', async () => {
  styles.respondWith('/streets.json', (response) => void response.end('<html></html>'));
  await expectNoOrigins();
  styles.respondWithJson('/streets.json', { tilejson: '3.0.0' });
  await expectNoOrigins();
});

test.each([
  'https://a.example;script-src',
  "https://a'self'.example/",
  'ftp://a.example/',
  'mapbox://mapbox.streets',
  'https://',
])(
  'a style is not used if it contains a URL that is unsafe in a content security policy: %s @maps.style',
  async (address) => {
    styles.respondWithJson('/style.json?key=k3y', { ...style, glyphs: address });
    await expectNoOrigins();
    expect(styles.requests.at(-1)).toBe('/style.json?key=k3y');
  },
);

test('a style is not used if it contains too many hosts @maps.style', async () => {
  const sources: Record<string, object> = {};
  for (let index = 0; index < 20; index += 1) {
    sources[`source${index}`] = { type: 'raster', tiles: [`https://tiles${index}.example/{z}`] };
  }
  styles.respondWithJson('/style.json?key=k3y', { ...style, sources });
  await expectNoOrigins();
});

test('a style loaded over https is not used if it contains an http URL @maps.style', async () => {
  const insecureStyle = { ...style, sources: {}, glyphs: 'http://127.0.0.1/fonts' };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(insecureStyle))));
  expect(await readOrigins(3_000, { url: 'https://styles.example/style.json' })).toBeNull();
});

describe('the application', () => {
  let folder: string;
  let database: TestDatabase;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'curbwrench-web-'));
    writeWebFolder(folder);
    mkdirSync(join(folder, 'assets'));
    for (const file of ['maplibre-gl-worker-1a.mjs', 'map-1a.js']) {
      writeFileSync(join(folder, 'assets', file), '1;');
    }
    writeFileSync(join(folder, 'offline-worker.js'), '1;');
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  /** Starts the application with these options. Returns its map, and the policies of a page and of several scripts. */
  async function readMapAndPolicies(options: Partial<TestAppOptions>) {
    const app = await startApp({ database, webFolder: folder, logLevel: 'silent', ...options });
    const policyOf = async (url: string) =>
      (await app.server.inject({ url })).headers['content-security-policy'];
    try {
      return {
        map: (await send(app, null, 'GET', '/api/base-map')).json<{ kind: string }>(),
        page: await policyOf('/sign-in'),
        mapWorker: await policyOf('/assets/maplibre-gl-worker-1a.mjs'),
        offlineWorker: await policyOf('/offline-worker.js'),
        script: await policyOf('/assets/map-1a.js'),
      };
    } finally {
      await app.stop();
    }
  }

  const pagePolicy =
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
  const workerPolicy = (origins = '') =>
    `default-src 'none'; connect-src 'self'${origins}; frame-ancestors 'none'`;
  const policiesWithoutStyle = {
    page: pagePolicy,
    mapWorker: workerPolicy(),
    offlineWorker: workerPolicy(),
    script: "default-src 'none'; frame-ancestors 'none'",
  };

  test('without a style, pages and the map worker may connect only to their own origin @maps.policy', async () => {
    const { map, ...policies } = await readMapAndPolicies({});
    expect(map.kind).toBe('schematic');
    expect(policies).toEqual(policiesWithoutStyle);
  });

  test('with a style, pages and the map worker may also connect to its hosts @maps.policy', async () => {
    const url = `${styles.url}/style.json?key=k3y`;
    const { map, ...policies } = await readMapAndPolicies({
      mapStyle: { url, darkUrl: null, origins: [] },
    });
    const origins = ` ${[styles.url, ...otherOrigins].join(' ')}`;
    expect(map).toEqual({ kind: 'style', styleUrl: url, darkStyleUrl: null });
    expect(policies).toEqual({
      ...policiesWithoutStyle,
      page: `${pagePolicy}; connect-src 'self'${origins}`,
      mapWorker: workerPolicy(origins),
    });
  });

  test('with a style that cannot be read, maps and policies are the same as without a style @maps.fallback', async () => {
    const { map, ...policies } = await readMapAndPolicies({
      mapStyle: { url: `${styles.url}/other.json`, darkUrl: null, origins: ['https://a.example'] },
    });
    expect(map.kind).toBe('schematic');
    expect(policies).toEqual(policiesWithoutStyle);
  });

  test('the map worker is sent as a script that may be cached permanently @maps.policy', async () => {
    const app = await startApp({ database, webFolder: folder });
    try {
      const url = '/assets/maplibre-gl-worker-1a.mjs';
      const { headers } = await app.server.inject({ url });
      expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
      expect(headers['cache-control']).toContain('immutable');
    } finally {
      await app.stop();
    }
  });
});
