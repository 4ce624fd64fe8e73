import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initialDataPlaceholder } from '@curbwrench/contract/pages/initial-data';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makePerson,
  makeService,
  makeServiceArea,
  type Person,
} from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { writeWebFolder } from '@curbwrench/testing/web-folder';

const page = `<!doctype html><title>Built</title><meta name="description" content="Built">
${initialDataPlaceholder}<!--landing-->`;

let folder: string;
let app: TestApp;
let admin: Person;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'curbwrench-head-'));
  writeWebFolder(folder, { page });
  app = await startApp({ webFolder: folder, publicUrl: 'http://shop.example' });
  admin = await makePerson(app, 'admin');
  await makeServiceArea(app, ['94103'], { name: 'Center' });
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

const openPage = async (path: string) =>
  (await send(app, null, 'GET', path, undefined, { 'sec-fetch-mode': 'navigate' })).body;

/** Returns the structured data in a page. */
function readStructuredData(html: string): Record<string, unknown> {
  const json = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)?.[1];
  return JSON.parse(json ?? 'null') as Record<string, unknown>;
}

test('each page for visitors has a title, a description, its own URL and an image for link previews @site.search', async () => {
  const titles = new Set<string | undefined>();
  for (const path of [
    '/',
    '/services',
    '/subscription-plans',
    '/service-area-map',
    '/book-service',
    '/privacy',
    '/terms',
  ]) {
    const html = await openPage(`${path}?utm_source=x`);
    titles.add(/<title>([^<]+)<\/title>/.exec(html)?.[1]);
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html.match(/<meta name="description" content="[^"]{20,300}">/g)).toHaveLength(1);
    expect(html).toContain(`<link rel="canonical" href="http://shop.example${path}">`);
    expect(html).toContain('<meta property="og:image" content="http://shop.example/share.png">');
    expect(html).not.toContain('noindex');
  }
  expect(titles.size).toBe(7);
});

test('other pages ask search engines not to list them @site.search', async () => {
  for (const path of ['/sign-in', '/appointments', '/no-such-page']) {
    expect(await openPage(path)).toContain('<meta name="robots" content="noindex">');
  }
});

test('the structured data describes the business and its services, and no ratings @site.structured-data', async () => {
  await makeService(app, { name: 'Oil Change', price: '89.00' });
  const business = readStructuredData(await openPage('/'));
  expect(business).toMatchObject({
    '@context': 'https://schema.org',
    '@type': ['LocalBusiness', 'AutoRepair'],
    url: 'http://shop.example',
    areaServed: ['Center'],
    priceRange: '$89.00 - $89.00',
    makesOffer: [{ price: '89.00', itemOffered: { name: 'Oil Change' } }],
  });
  expect(business['openingHoursSpecification']).toHaveLength(5);
  const services = readStructuredData(await openPage('/services'));
  expect(services['@graph']).toMatchObject([
    { '@type': 'Service', name: 'Oil Change', offers: { price: '89.00', priceCurrency: 'USD' } },
  ]);
  expect(JSON.stringify([business, services])).not.toMatch(/rating|review/i);
});

test('text that the business enters cannot end an element of the head @site.search', async () => {
  const text = `</title></script><script>alert(1)</script> "'&$&`;
  const settings = await read<object>(app, admin, '/api/business/settings');
  const saved = await send(app, admin, 'PATCH', '/api/business/settings', {
    ...settings,
    name: text,
    landingHeadline: text,
    landingIntro: text,
  });
  expect(saved.statusCode).toBe(200);
  await makeService(app, { name: text, description: text });
  for (const path of ['/', '/services']) {
    const html = await openPage(path);
    expect(html).not.toContain('<script>alert');
    expect(html.match(/<\/title>/g)).toHaveLength(1);
    expect(JSON.stringify(readStructuredData(html))).toContain('alert(1)');
    expect(html).toContain('&lt;/title&gt;&lt;/script&gt;');
  }
});

test('the sitemap lists the pages for visitors, and robots.txt refers to it @site.search', async () => {
  const sitemap = await send(app, null, 'GET', '/sitemap.xml');
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect([...sitemap.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)).toEqual([
    'http://shop.example/',
    'http://shop.example/services',
    'http://shop.example/subscription-plans',
    'http://shop.example/service-area-map',
    'http://shop.example/privacy',
    'http://shop.example/terms',
    'http://shop.example/book-service',
  ]);
  const robots = await send(app, null, 'GET', '/robots.txt');
  expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(robots.body).toContain('Sitemap: http://shop.example/sitemap.xml');
  expect(robots.body).not.toContain('Disallow: /\n');
});
