import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { send } from '@curbwrench/testing/requests';
import { startApp, type TestAppOptions } from '@curbwrench/testing/start-app';
import { startStyleServer, type StyleServer } from '@curbwrench/testing/style-server';
import { writeWebFolder } from '@curbwrench/testing/web-folder';
import { readStyleOrigins } from './style-adapter.ts';

/** A style that loads from four hosts, one of them named by a TileJSON. */
const style = {
  version: 8,
  sources: {
    streets: { type: 'vector', url: '/streets.json' },
    photos: { type: 'raster', tiles: ['https://photos.example/{z}/{x}/{y}.jpg'] },
    stops: { type: 'geojson', data: 'https://data.example:8443/stops.json' },
    here: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
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

let styles: StyleServer;
let warnings: string[];

beforeAll(async () => {
  styles = await startStyleServer();
});
afterAll(() => styles.stop());
beforeEach(() => {
  warnings = [];
  styles.answerJson('/style.json?key=k3y', style);
  styles.answerJson('/moved.json', style);
  styles.answerJson('/streets.json', tileJson);
});

const log = { warn: (...parts: unknown[]) => void warnings.push(JSON.stringify(parts)) };

function readOrigins(timeoutMs?: number, others: object = {}) {
  const settings = { url: `${styles.url}/style.json?key=k3y`, darkUrl: null, origins: [] };
  return readStyleOrigins({ ...settings, ...others }, log, timeoutMs);
}

/** Expects that the style cannot be used, and one line in the log without the address and its key. */
async function expectNoOrigins(timeoutMs?: number): Promise<void> {
  expect(await readOrigins(timeoutMs)).toBeNull();
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).not.toMatch(/k3y|127\.0\.0\.1|example/);
  warnings = [];
}

const answerStyle = (answer: (response: ServerResponse) => void) =>
  styles.answerWith('/style.json?key=k3y', answer);

test('pages connect to all hosts that a style names, and to those of its sources @maps.style', async () => {
  expect(await readOrigins()).toEqual([styles.url, ...otherOrigins]);
  expect(styles.requests).toEqual(['/style.json?key=k3y', '/streets.json']);
  expect(warnings).toEqual([]);
});

test('the hosts of the dark style and the configured ones are added @maps.style', async () => {
  const dark = { version: 8, sources: {}, layers: [], sprite: 'https://night.example/sprite' };
  styles.answerJson('/dark.json', dark);
  const origins = ['https://extra.example'];
  expect(await readOrigins(3_000, { darkUrl: `${styles.url}/dark.json`, origins })).toEqual(
    [styles.url, ...otherOrigins, 'https://extra.example', 'https://night.example'].toSorted(),
  );
});

test.each([
  ['HTML', (response: ServerResponse) => response.end('<html><body>Not here</body></html>')],
  ['other JSON', (response: ServerResponse) => response.end('{"version":8}')],
  ['an error', (response: ServerResponse) => response.writeHead(500).end(JSON.stringify(style))],
  [
    'another address',
    (response: ServerResponse) => response.writeHead(302, { location: '/moved.json' }).end(),
  ],
  ['10 MB', (response: ServerResponse) => response.end(JSON.stringify(style).padEnd(10_000_000))],
  ['nothing', (response: ServerResponse) => response.destroy()],
])('a style server that answers with %s is not used @maps.fallback', async (_, answer) => {
  answerStyle(answer);
  await expectNoOrigins();
});

test('a style server that does not answer in time is not used @maps.fallback', async () => {
  answerStyle(() => undefined);
  await expectNoOrigins(50);
  answerStyle((response) => void response.write('{'));
  await expectNoOrigins(50);
});

test('a style whose sources do not answer is not used @maps.fallback', async () => {
  styles.answerWith('/streets.json', (response) => void response.end('<html></html>'));
  await expectNoOrigins();
  styles.answerJson('/streets.json', { tilejson: '3.0.0' });
  await expectNoOrigins();
});

test.each([
  'https://a.example;script-src',
  "https://a'self'.example/",
  'ftp://a.example/',
  'mapbox://mapbox.streets',
  'https://',
])(
  'a style with an address that does not belong in a policy is not used: %s @maps.style',
  async (address) => {
    styles.answerJson('/style.json?key=k3y', { ...style, glyphs: address });
    await expectNoOrigins();
    expect(styles.requests.at(-1)).toBe('/style.json?key=k3y');
  },
);

test('a style with too many hosts is not used @maps.style', async () => {
  const sources: Record<string, object> = {};
  for (let index = 0; index < 20; index += 1) {
    sources[`source${index}`] = { type: 'raster', tiles: [`https://tiles${index}.example/{z}`] };
  }
  styles.answerJson('/style.json?key=k3y', { ...style, sources });
  await expectNoOrigins();
});

test('a style that came by https names no address without it @maps.style', async () => {
  const answer = { ...style, sources: {}, glyphs: 'http://127.0.0.1/fonts' };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(answer))));
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

  /** Starts the application with these settings; returns its map and the policies of a page and its scripts. */
  async function readMapAndPolicies(options: Partial<TestAppOptions>) {
    const site = await startApp({ database, webFolder: folder, logLevel: 'silent', ...options });
    const policyOf = async (url: string) =>
      (await site.server.inject({ url })).headers['content-security-policy'];
    try {
      return {
        map: (await send(site, null, 'GET', '/api/base-map')).json<{ kind: string }>(),
        page: await policyOf('/sign-in'),
        mapWorker: await policyOf('/assets/maplibre-gl-worker-1a.mjs'),
        offlineWorker: await policyOf('/offline-worker.js'),
        script: await policyOf('/assets/map-1a.js'),
      };
    } finally {
      await site.stop();
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

  test('without a style, pages and the worker of maps connect only to their own origin @maps.policy', async () => {
    const { map, ...policies } = await readMapAndPolicies({});
    expect(map.kind).toBe('schematic');
    expect(policies).toEqual(policiesWithoutStyle);
  });

  test('with a style, pages and the worker of maps also connect to its hosts @maps.policy', async () => {
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

  test('with a style that does not answer, maps and policies are those without one @maps.fallback', async () => {
    const { map, ...policies } = await readMapAndPolicies({
      mapStyle: { url: `${styles.url}/other.json`, darkUrl: null, origins: ['https://a.example'] },
    });
    expect(map.kind).toBe('schematic');
    expect(policies).toEqual(policiesWithoutStyle);
  });

  test('the worker of maps is sent as a script that is stored permanently @maps.policy', async () => {
    const site = await startApp({ database, webFolder: folder });
    try {
      const url = '/assets/maplibre-gl-worker-1a.mjs';
      const { headers } = await site.server.inject({ url });
      expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
      expect(headers['cache-control']).toContain('immutable');
    } finally {
      await site.stop();
    }
  });
});
