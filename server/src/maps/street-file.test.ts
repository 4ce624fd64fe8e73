import { mkdir, mkdtemp, open, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { baseMap, type BaseMap } from '@curbwrench/contract/maps/schemas';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { send } from '@curbwrench/testing/requests';
import { startApp, testBusiness, type TestApp } from '@curbwrench/testing/start-app';
import { writeStreetFile, type StreetFileOptions } from '@curbwrench/testing/street-file';

/** The tile at the highest zoom level that contains the center. */
const centerTile = '14/2620/6332';

/** A tile at the same zoom level that is far from the center. */
const distantTile = '14/0/0';

/** Byte offsets in a PMTiles file of version 3. */
const offsets = { version: 7, tileCompression: 98, tileType: 99, rootDirectory: 127 };

let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'curbwrench-map-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function makeStreetFile(name: string, options: StreetFileOptions = {}): Promise<string> {
  const path = join(folder, name);
  await writeStreetFile(path, testBusiness.cityCenter, options);
  return path;
}

/**
 * Starts the application with this street file and runs a check on it. `warnings` contains its log lines about
 * `MAP_FILE`.
 */
async function withStreetFile(
  path: string,
  check: (app: TestApp, map: BaseMap, warnings: readonly string[]) => Promise<void> | void,
): Promise<void> {
  const warnings: string[] = [];
  const app = await startApp({
    database,
    mapFile: path,
    logLevel: 'warn',
    logSink: { write: (line) => void (line.includes('MAP_FILE') && warnings.push(line)) },
  });
  try {
    const response = await send(app, null, 'GET', '/api/base-map');
    await check(app, baseMap.parse(response.json()), warnings);
  } finally {
    await app.stop();
  }
}

/** Expects the map to show no streets, and the log to contain one line with this reason. */
async function expectNoStreets(path: string, reason: string): Promise<void> {
  await withStreetFile(path, (_, map, warnings) => {
    expect(map.kind).toBe('schematic');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`"reason":"${reason}"`);
    expect(warnings[0]).not.toContain(folder);
  });
}

async function getTile(app: TestApp, map: BaseMap, tile: string, headers = {}) {
  if (map.kind !== 'tiles') throw new Error('The map has no tiles.');
  const url = map.tilesPath.replace('{z}/{x}/{y}', tile);
  return await app.server.inject({ url, headers });
}

/** Replaces bytes of a file. */
async function overwrite(path: string, offset: number, bytes: readonly number[]): Promise<void> {
  const file = await open(path, 'r+');
  await file.write(Uint8Array.from(bytes), 0, bytes.length, offset);
  await file.close();
}

test('with a street file, maps show its tiles, which browsers cache permanently @maps.street-file', async () => {
  await withStreetFile(await makeStreetFile('good'), async (app, map, warnings) => {
    expect(map).toMatchObject({
      kind: 'tiles',
      format: 'vector',
      minZoom: 8,
      maxZoom: 14,
      bounds: [-122.4594, 37.7349, -122.3794, 37.8149],
    });
    const tile = await getTile(app, map, centerTile, { 'accept-encoding': 'gzip, br' });
    expect(tile.statusCode).toBe(200);
    expect(tile.headers).toMatchObject({
      'content-type': 'application/vnd.mapbox-vector-tile',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    const content = gunzipSync(tile.rawPayload);
    expect(content.toString('latin1')).toContain('roads');

    const plain = await getTile(app, map, centerTile);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.rawPayload).toEqual(content);
    expect(warnings).toEqual([]);
  });
});

test('a tile missing from the file is empty; invalid coordinates or a different content name get a 404 @maps.street-file', async () => {
  await withStreetFile(await makeStreetFile('outside'), async (app, map) => {
    for (const tile of [distantTile, '7/20/49', '15/5240/12664', '24/0/0']) {
      const { statusCode, body, headers } = await getTile(app, map, tile);
      expect([tile, statusCode, body]).toEqual([tile, 204, '']);
      expect(headers['cache-control']).toContain('immutable');
    }
    for (const tile of [
      '3/8/0',
      '3/0/8',
      '25/0/0',
      '-1/0/0',
      '1.5/0/0',
      '08/0/0',
      'a/b/c',
      '9/9',
    ]) {
      const { statusCode, headers } = await getTile(app, map, tile);
      expect([tile, statusCode]).toEqual([tile, 404]);
      expect(headers['cache-control']).toBe('no-store');
    }
    const other = await app.server.inject({ url: `/map/tiles/other/${centerTile}` });
    expect([other.statusCode, other.body]).toEqual([404, 'Map tile not found.']);
  });
});

test('without a street file there are no tiles @maps.street-file', async () => {
  const app = await startApp({ database });
  try {
    const tile = await app.server.inject({ url: `/map/tiles/other/${centerTile}` });
    expect(tile.statusCode).toBe(404);
  } finally {
    await app.stop();
  }
});

test("the tiles' path depends only on the content of the file @maps.street-file", async () => {
  const readTilesPath = async (path: string) => {
    let name = '';
    await withStreetFile(path, (_, map) => {
      name = map.kind === 'tiles' ? map.tilesPath : '';
    });
    return name;
  };
  const firstPath = await readTilesPath(await makeStreetFile('first'));
  expect(firstPath).not.toBe('');
  expect(await readTilesPath(await makeStreetFile('copy'))).toBe(firstPath);
  const changedFile = await makeStreetFile('changed', { isCompressed: false });
  expect(await readTilesPath(changedFile)).not.toBe(firstPath);
});

test('tiles may be images, and may be stored uncompressed @maps.street-file', async () => {
  const path = await makeStreetFile('images', { isCompressed: false });
  const png = 2;
  await overwrite(path, offsets.tileType, [png]);
  await withStreetFile(path, async (app, map) => {
    expect(map).toMatchObject({ kind: 'tiles', format: 'raster' });
    const tile = await getTile(app, map, centerTile, { 'accept-encoding': 'gzip' });
    expect(tile.headers).toMatchObject({ 'content-type': 'image/png' });
    expect(tile.headers['content-encoding']).toBeUndefined();
  });
});

test('a file that is not a street file is not used, and the log contains the reason @maps.fallback', async () => {
  const htmlPath = join(folder, 'page.html');
  await writeFile(htmlPath, '<!doctype html><title>Not found</title>'.repeat(100));
  await expectNoStreets(htmlPath, 'it is not a PMTiles file');
  await writeFile(join(folder, 'empty'), '');
  await expectNoStreets(join(folder, 'empty'), 'it is not a PMTiles file');
  await expectNoStreets(join(folder, 'missing'), 'ENOENT');
  await mkdir(join(folder, 'folder'));
  await expectNoStreets(join(folder, 'folder'), 'it is not a file');
  const oldPath = await makeStreetFile('old');
  await overwrite(oldPath, offsets.version, [2]);
  await expectNoStreets(oldPath, 'it is not a PMTiles file of version 3');
});

test('a truncated file is not used, wherever it was cut off @maps.fallback', async () => {
  const path = await makeStreetFile('cut');
  const { size } = await stat(path);
  for (const end of [size - 1, size - 1000, 300, 127]) {
    await truncate(path, end);
    await expectNoStreets(path, 'it is truncated');
  }
  await truncate(path, 126);
  await expectNoStreets(path, 'it is not a PMTiles file');
});

test('a file with an unreadable directory, or tiles of an unknown type or compression, is not used @maps.fallback', async () => {
  const damagedPath = await makeStreetFile('damaged');
  await overwrite(damagedPath, offsets.rootDirectory, [0, 0, 0, 0]);
  await expectNoStreets(damagedPath, 'Z_DATA_ERROR');
  const unknownTypePath = await makeStreetFile('unknown');
  await overwrite(unknownTypePath, offsets.tileType, [9]);
  await expectNoStreets(unknownTypePath, 'its tiles are of an unknown type');
  const brotliPath = await makeStreetFile('brotli');
  const brotliCompression = 3;
  await overwrite(brotliPath, offsets.tileCompression, [brotliCompression]);
  await expectNoStreets(brotliPath, 'its tiles are compressed, but not with gzip');
});

test('a file whose bounds are invalid or do not contain the business is not used @maps.fallback', async () => {
  const swappedPath = await makeStreetFile('swapped', { bounds: [37.7, -122.5, 37.8, -122.3] });
  await expectNoStreets(swappedPath, 'its bounds are not on the earth');
  const reversedPath = await makeStreetFile('reversed', { bounds: [-122.3, 37.8, -122.5, 37.7] });
  await expectNoStreets(reversedPath, 'its bounds are swapped or empty');
  const elsewherePath = await makeStreetFile('elsewhere', { bounds: [-97.8, 30.2, -97.6, 30.4] });
  await expectNoStreets(elsewherePath, 'it does not contain CITY_CENTER');
});

test('if the file is truncated while in use, only tile requests fail @maps.fallback', async () => {
  const path = await makeStreetFile('later');
  await withStreetFile(path, async (app, map, warnings) => {
    await truncate(path, 2000);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const tile = await getTile(app, map, centerTile);
      expect([tile.statusCode, tile.body]).toEqual([503, 'The map is temporarily unavailable.']);
      expect(tile.headers['cache-control']).toBe('no-store');
    }
    expect(warnings).toHaveLength(1);
    expect((await send(app, null, 'GET', '/api/services')).statusCode).toBe(200);
  });
});

test("a street file's attribution is shown as plain text @maps.attribution", async () => {
  const attributionOf = async (attribution: string) => {
    let text = '';
    await withStreetFile(await makeStreetFile('attributed', { attribution }), (_, map) => {
      text = map.kind === 'tiles' ? map.attribution : '';
    });
    return text;
  };
  expect(
    await attributionOf('<a href="https://www.openstreetmap.org">&copy; OpenStreetMap</a>, ODbL'),
  ).toBe('© OpenStreetMap, ODbL');
  expect(await attributionOf('')).toBe('© OpenStreetMap contributors');
  expect(await attributionOf('a <<b>script> b')).not.toMatch(/[<>]/);
});
