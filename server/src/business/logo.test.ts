import type { Business } from '@curbwrench/contract/business/schemas';
import { makePerson, type Person } from '@curbwrench/testing/builders';
import { makePng, toDataUrl } from '@curbwrench/testing/png';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin');
});
afterAll(() => app.stop());

const completePng = makePng({ width: 300, height: 100 });
const png = toDataUrl('image/png', completePng);

const saveLogo = (logo: string | null) => send(app, admin, 'PATCH', '/api/business/logo', { logo });
const readLogoUrl = async () => (await read<Business>(app, null, '/api/business')).logoUrl;

test('a logo is saved, shown to everyone, replaced and removed @business.logo', async () => {
  expect(await readLogoUrl()).toBeNull();
  expect((await saveLogo(png)).statusCode).toBe(200);
  const url = (await readLogoUrl()) ?? '';
  const picture = await send(app, null, 'GET', url);
  expect(picture.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(picture.rawPayload.toString('base64')).toBe(png.split(',')[1]);

  await saveLogo(png);
  expect(await readLogoUrl()).not.toBe(url);
  expect((await send(app, null, 'GET', url)).statusCode).toBe(404);
  await saveLogo(null);
  expect(await readLogoUrl()).toBeNull();

  const trail = await read<unknown>(app, admin, '/api/audit');
  expect(JSON.stringify(trail)).toContain('logoName');
  expect(JSON.stringify(trail)).not.toContain(png.split(',')[1]);
});

test.each([
  ['an HTML page', 'image/png', '<!doctype html><script>alert(1)</script>'],
  [
    'an SVG, which can contain scripts',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
  ],
  ['only a signature', 'image/png', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['missing its last byte', 'image/png', completePng.subarray(0, -1)],
  ['truncated', 'image/png', completePng.subarray(0, 50)],
  ['labeled as HTML', 'text/html', completePng],
  ['a GIF labeled as a PNG', 'image/png', 'GIF89a'],
  ['16,000 by 16,000 pixels', 'image/png', makePng({ width: 16_000, height: 16_000 })],
  ['too large', 'image/png', Buffer.alloc(40_000, 1)],
])(
  'a logo that is %s is rejected with an error message and changes nothing @business.logo',
  async (_, type, content) => {
    await saveLogo(png);
    const before = await readLogoUrl();
    const refused = await saveLogo(toDataUrl(type, content));
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toMatch(/^(Please choose|This (image is|file isn't)) .*\.$/);
    expect(await readLogoUrl()).toBe(before);
  },
);

test('a 10 MB logo is rejected before it is read, and changes nothing @business.logo', async () => {
  await saveLogo(png);
  const before = await readLogoUrl();
  const refused = await saveLogo(toDataUrl('image/png', Buffer.alloc(10_000_000)));
  expect([refused.statusCode, refused.body]).toEqual([413, expect.stringMatching(/^[^.]+\.$/)]);
  expect(await readLogoUrl()).toBe(before);
});
