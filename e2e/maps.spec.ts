import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { makeAppointment } from '@curbwrench/testing/builders';
import { writeStreetFile } from '@curbwrench/testing/street-file';
import { startFakeStyleServer, type FakeStyleServer } from '@curbwrench/testing/fake-style-server';
import { test, today, type Sandbox } from './sandbox.ts';

/** The center of the business's town and of the street file. */
const center = { lat: 37.7749, lng: -122.4194 };

const folder = mkdtempSync(join(tmpdir(), 'streets-'));
const mapFile = join(folder, 'town.pmtiles');
let styleServer: FakeStyleServer;

test.beforeAll(async () => {
  // A Playwright worker may run other files' tests and then return to this one, after the folder was removed.
  mkdirSync(folder, { recursive: true });
  await writeStreetFile(mapFile, center);
  styleServer = await startFakeStyleServer();
});
test.afterAll(() => {
  styleServer.stop();
  rmSync(folder, { recursive: true });
});

/** Inserts a confirmed job for today near the center, and opens the mechanic's Job Map. */
async function openJobMap(
  sandbox: Sandbox,
  prepare: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<Page> {
  const { app, people, oilChange } = sandbox;
  await makeAppointment(app, {
    date: today,
    start_time: '10:00',
    end_time: '11:00',
    status: 'confirmed',
    mechanic_id: people.mechanic.id,
    customer_id: people.customer.id,
    service_id: oilChange.id,
    address: '5 Elm Street',
    // At the corner of the lake in the street file.
    latitude: center.lat + 0.022,
    longitude: center.lng + 0.022,
    place_precision: 'house',
  });
  const page = await sandbox.openWithSession(people.mechanic);
  await prepare(page);
  await page.goto('/map');
  return page;
}

const getMap = (page: Page) => page.getByRole('region', { name: "Map of today's jobs" });
const getStops = (page: Page) => page.getByRole('list', { name: "Today's jobs in order" });

/** Returns the fraction of a map's pixels, from 0 to 1, whose color is close to the given one. */
async function measureColorFraction(map: Locator, color: readonly number[]): Promise<number> {
  const picture = (await map.screenshot()).toString('base64');
  return await map.page().evaluate(
    async ([data, [red = 0, green = 0, blue = 0]]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('The browser has no 2D canvas context.');
      context.drawImage(bitmap, 0, 0);
      const pixels = context.getImageData(0, 0, bitmap.width, bitmap.height).data;
      let count = 0;
      for (let index = 0; index < pixels.length; index += 4) {
        const distance =
          Math.abs((pixels[index] ?? 0) - red) +
          Math.abs((pixels[index + 1] ?? 0) - green) +
          Math.abs((pixels[index + 2] ?? 0) - blue);
        if (distance < 12) count += 1;
      }
      return (4 * count) / pixels.length;
    },
    [picture, color] as const,
  );
}

/** The color of water in the light theme. */
const water = [188, 214, 230];

test.describe('with a street file', () => {
  test.use({ serverOptions: { map: { mapFile } } });

  test('a map draws the tiles of the street file under the strict content policy @maps.street-file @maps.policy', async ({
    sandbox,
  }) => {
    const page = await openJobMap(sandbox);
    await expect(getStops(page)).toContainText('5 Elm Street');
    await expect(page.getByText('Invented streets')).toBeVisible();
    // Only a tile has the lake: if the policy blocked the map's worker, the map would be empty, without an error.
    await expect.poll(() => measureColorFraction(getMap(page), water)).toBeGreaterThan(0.01);
    await expect(page.getByText('Simplified map')).toHaveCount(0);
  });
});

/** The background color in the style from the other server. */
const pink = [255, 0, 170];
const plainStyle = {
  version: 8,
  sources: {},
  layers: [{ id: 'land', type: 'background', paint: { 'background-color': '#ff00aa' } }],
};

test.describe('with a style from another server', () => {
  // The style server's port is only known when the tests run.
  test.use({
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a pattern as the first parameter
    serverOptions: async ({}, use) => {
      const sources = { streets: { type: 'vector', url: `${styleServer.url}/tiles.json` } };
      const roads = { id: 'roads', type: 'line', source: 'streets', 'source-layer': 'roads' };
      styleServer.respondWithJson('/style.json', {
        ...plainStyle,
        sources,
        layers: [...plainStyle.layers, roads],
      });
      styleServer.respondWithJson('/tiles.json', { tiles: [`${styleServer.url}/tile.mvt`] });
      styleServer.respondWith('/tile.mvt', (response) => response.writeHead(500).end());
      await use({
        map: {
          mapStyle: { url: `${styleServer.url}/style.json`, darkUrl: null, origins: [] },
        },
      });
    },
  });

  test('if the style of a map loads but its tiles fail, the map says so and still shows the jobs @maps.fallback', async ({
    sandbox,
  }) => {
    sandbox.expectCaughtError('Failed to load resource');
    const page = await openJobMap(sandbox);
    await expect(
      page.getByText("Parts of the map couldn't be loaded. Locations are still correct."),
    ).toBeVisible();
    await expect.poll(() => measureColorFraction(getMap(page), pink)).toBeGreaterThan(0.5);
    await expect(getStops(page)).toContainText('5 Elm Street');
  });

  test('if the style of a map fails to load in the browser, the map keeps its markers on a plain background @maps.fallback', async ({
    sandbox,
  }) => {
    sandbox.expectCaughtError('Failed to load resource');
    styleServer.respondWith('/style.json', (response) => response.writeHead(500).end());
    const page = await openJobMap(sandbox);
    await expect(
      page.getByText("The streets couldn't be loaded. Locations are still correct."),
    ).toBeVisible();
    await expect(page.locator('.maplibregl-marker').first()).toBeVisible();
    await expect(getStops(page)).toContainText('5 Elm Street');

    // A change of theme loads the style again.
    styleServer.respondWithJson('/style.json', plainStyle);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.getByText("couldn't be loaded")).toHaveCount(0);
    await expect.poll(() => measureColorFraction(getMap(page), pink)).toBeGreaterThan(0.5);
  });
});

test('without WebGL only the list is shown, and the page says why @maps.list', async ({
  sandbox,
}) => {
  const page = await openJobMap(sandbox, (newPage) =>
    newPage.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    }),
  );
  await expect(page.getByText("This browser can't display maps.")).toBeVisible();
  await expect(getStops(page)).toContainText('10:00 AM');
  await expect(getStops(page)).toContainText('5 Elm Street');
});

test('the schematic map says that it has no streets, in both themes @maps.schematic', async ({
  sandbox,
}) => {
  const page = await openJobMap(sandbox);
  await expect(page.getByText("Simplified map. Streets aren't shown.")).toBeVisible();
  await expect(page.getByText('ZIP code data © GeoNames, CC BY 4.0')).toBeVisible();
  const land = { light: [242, 238, 228], dark: [24, 30, 37] } as const;
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => measureColorFraction(getMap(page), land.light)).toBeGreaterThan(0.5);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => measureColorFraction(getMap(page), land.dark)).toBeGreaterThan(0.5);
});
