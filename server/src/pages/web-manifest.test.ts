import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson } from '@curbwrench/testing/builders';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { writeWebFolder } from '@curbwrench/testing/web-folder';

let webFolder: string;
let app: TestApp;

beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'curbwrench-web-'));
  writeWebFolder(webFolder);
  writeFileSync(join(webFolder, 'icon-192.png'), 'picture');
  app = await startApp({ webFolder, business: { name: 'Zoë’s "Mobile" Garage' } });
});
afterAll(async () => {
  await app.stop();
  rmSync(webFolder, { recursive: true });
});

test('the manifest contains the business’s own name', async () => {
  const response = await app.server.inject({ url: '/manifest.webmanifest' });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  expect(response.headers['cache-control']).toBe('no-cache');
  expect(response.json()).toMatchObject({
    name: 'Zoë’s "Mobile" Garage',
    start_url: '/',
    display: 'standalone',
  });
});

test('the manifest declares an icon for each size and purpose, and every icon file exists', async () => {
  const { icons } = (await app.server.inject({ url: '/manifest.webmanifest' })).json<{
    icons: { src: string; sizes: string; purpose?: string }[];
  }>();
  expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['any', undefined],
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ]);
  const folder = fileURLToPath(new URL('../../../web/public', import.meta.url));
  // iPhones look for their icon by this name.
  for (const src of [...icons.map((icon) => icon.src), '/apple-touch-icon.png']) {
    expect([src, existsSync(join(folder, src))]).toEqual([src, true]);
  }
});

test('the browser toolbar, the splash screen and the page have the same background color in each theme', async () => {
  const { theme_color, background_color, color_scheme_dark } = (
    await app.server.inject({ url: '/manifest.webmanifest' })
  ).json<Record<'theme_color' | 'background_color', string> & { color_scheme_dark: unknown }>();
  const readWebFile = (path: string) =>
    readFileSync(fileURLToPath(new URL(`../../../web/${path}`, import.meta.url)), 'utf8');
  const [, light = '', dark = ''] =
    /--color-paper: light-dark\((#\w+), (#\w+)\)/.exec(readWebFile('src/styles/theme.css')) ?? [];
  expect([theme_color, background_color]).toEqual([light, light]);
  expect(color_scheme_dark).toEqual({ theme_color: dark, background_color: dark });
  const bars = readWebFile('index.html').matchAll(
    /name="theme-color"\s+media="\(prefers-color-scheme: (\w+)\)"\s+content="(#\w+)"\s+data-of="(\w+)"/g,
  );
  expect([...bars].map(([, media, color, dataOf]) => [media, color, dataOf])).toEqual([
    ['light', light, 'light'],
    ['dark', dark, 'dark'],
  ]);
});

test('an icon is sent as an image that browsers revalidate', async () => {
  const { headers } = await app.server.inject({ url: '/icon-192.png' });
  expect(headers['content-type']).toBe('image/png');
  expect(headers['cache-control']).toBe('no-cache');
});

test('the header that names the signed-in person is sent only with private responses', async () => {
  const person = await makePerson(app, 'mechanic');
  for (const url of ['/api/auth/user', '/api/appointments', '/api/appointments/counts']) {
    const response = await app.server.inject({ url, headers: person.headers });
    expect([url, response.statusCode, response.headers['x-viewer']]).toEqual([url, 200, person.id]);
    expect((await app.server.inject({ url })).headers['x-viewer']).toBeUndefined();
  }
  const publicResponse = await app.server.inject({
    url: '/api/business',
    headers: person.headers,
  });
  expect(publicResponse.headers['x-viewer']).toBeUndefined();
});
