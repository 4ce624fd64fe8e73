import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initialDataPlaceholder } from '@curbwrench/contract/pages/initial-data';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMechanic, makePerson, makeService, type Person } from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { makeCompletedJob } from '@curbwrench/testing/reviews';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { writeWebFolder } from '@curbwrench/testing/web-folder';
import { inTransaction } from '../database/connection/transaction.ts';
import { erasePerson } from '../erasure/changes.ts';

const page = `<!doctype html><title>Built</title>
<meta name="description" content="Built">
${initialDataPlaceholder}<div id="app"><!--page--><!--landing--><i>Loading</i><!--/page--></div>`;

/** A renderer whose pages show how many pages it has rendered, and the prices that it was given. */
const countingRenderer = `import('node:worker_threads').then(({ parentPort }) => {
  let count = 0;
  parentPort.on('message', ({ id, nonce, initialData, url }) => {
    count += 1;
    const prices = initialData.site?.services.map(({ price }) => price).join();
    const markup = '<p>render ' + count + ' of ' + url + ' ' + prices + '</p><script nonce="' + nonce + '"></script>';
    parentPort.postMessage({ kind: 'rendered', id, markup });
  });
});`;

let folder: string;
let app: TestApp;
let admin: Person;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'curbwrench-public-'));
  writeWebFolder(folder, { page });
  const rendererFile = join(folder, 'counting-renderer.cjs');
  writeFileSync(rendererFile, countingRenderer);
  app = await startApp({ webFolder: folder, rendererFile, publicUrl: 'http://shop.example' });
  admin = await makePerson(app, 'admin');
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

/** Requests a page and returns its document, its rendered text and its nonces. */
async function open(
  path: string,
  person: Person | null = null,
  headers: Readonly<Record<string, string>> = { 'sec-fetch-mode': 'navigate' },
) {
  const response = await send(app, person, 'GET', path, undefined, headers);
  const policy = String(response.headers['content-security-policy']);
  return {
    html: response.body,
    rendered: /<p>(render [^<]*)<\/p>/.exec(response.body)?.[1],
    nonce: /<script nonce="([^"]*)">/.exec(response.body)?.[1],
    policyNonce: /'nonce-([^']*)'/.exec(policy)?.[1],
  };
}

/** Requests a page until it is rendered, because the rendering thread needs time to start. */
async function openRendered(path: string) {
  return expect.poll(async () => (await open(path)).rendered, { timeout: 20_000 }).toBeDefined();
}

test('a page for visitors is rendered again only when something that it shows has changed @site.cache', async () => {
  const serviceId = await makeService(app, { name: 'Oil Change', price: '89.00' });
  await openRendered('/');
  const first = await open('/');
  expect(first.rendered).toContain('89.00');
  const pages = await Promise.all(['/', '/?utm=x', '/', '/'].map((path) => open(path)));
  for (const { rendered } of pages) expect(rendered).toBe(first.rendered);

  const changed = await send(app, admin, 'PATCH', `/api/services/${serviceId}`, {
    price: '95.50',
  });
  expect(changed.statusCode).toBe(200);
  const second = await open('/');
  expect(second.rendered).toContain('95.50');
  expect(second.rendered).not.toContain('89.00');
  expect((await open('/')).rendered).toBe(second.rendered);
});

test('a change to anything that visitors see is shown immediately @site.cache', async () => {
  const settings = await read<object>(app, admin, '/api/business/settings');
  const wording = await read<object>(app, admin, '/api/business/wording');
  const areaForm = {
    name: 'North',
    zips: ['94103'],
    circle: null,
    days: ['mon'],
    tripFee: '5.00',
  };
  const planForm = {
    name: 'Care',
    description: 'Oil changes and a check.',
    price: '29.00',
    interval: 'month',
    discountPercent: 15,
    services: [],
  };
  const changes = [
    ['PATCH', '/api/business/settings', { ...settings, landingHeadline: 'New headline' }],
    ['PATCH', '/api/business/wording', { ...wording, terms: '# New\nterms' }],
    ['POST', '/api/service-areas', areaForm],
    ['POST', '/api/plans', planForm],
    ['PATCH', '/api/business/logo', { logo: null }],
  ] as const;
  for (const path of ['/', '/services', '/subscription-plans', '/terms']) await openRendered(path);
  for (const [method, url, body] of changes.slice(0, 4)) {
    const before = await Promise.all(['/', '/terms'].map((path) => open(path)));
    const changed = await send(app, admin, method, url, body);
    expect(changed.statusCode, changed.body).toBeLessThan(300);
    const after = await Promise.all(['/', '/terms'].map((path) => open(path)));
    for (const [index, { rendered }] of after.entries()) {
      expect(rendered).not.toBe(before[index]?.rendered);
    }
  }
});

test('the landing page immediately shows that a review was added, replied to, hidden, unhidden or erased @site.reviews', async () => {
  const mechanic = await makeMechanic(app);
  const customer = await makePerson(app, 'customer', { firstName: 'Casey', lastName: 'Morgan' });
  const job = await makeCompletedJob(app, customer.id, mechanic.id);
  await openRendered('/');
  let lastRendered = (await open('/')).rendered;
  const expectChange = async (expectedHtml: string) => {
    const { rendered, html } = await open('/');
    expect(rendered).not.toBe(lastRendered);
    lastRendered = rendered;
    expect(html).toContain(expectedHtml);
    expect(html).not.toContain('Morgan');
    return html;
  };
  const reviewed = await send(app, customer, 'POST', `/api/appointments/${job}/review`, {
    rating: 4,
    text: 'Quiet brakes.',
  });
  await expectChange('Quiet brakes.');
  const { id } = reviewed.json<{ id: number }>();
  const post = (action: string, body: object = {}) =>
    send(app, admin, 'POST', `/api/reviews/${id}/${action}`, body);
  await post('reply', { text: 'Glad to hear it.', replaces: null });
  await expectChange('Glad to hear it.');
  await post('hide', { reason: 'off_topic' });
  expect(await expectChange('"hidden":1')).not.toContain('Quiet brakes.');
  await post('unhide');
  await expectChange('Quiet brakes.');
  await inTransaction(app.store, (trx) => erasePerson(trx, customer.id, app.clock.now()));
  const erased = await expectChange('"rating":4');
  expect(erased).not.toContain('Quiet brakes.');
  expect(erased).not.toContain('Casey');
});

test('each response has its own nonce, although the page is rendered only once @site.cache', async () => {
  await openRendered('/services');
  const [first, second] = [await open('/services'), await open('/services')];
  expect(first.rendered).toBe(second.rendered);
  expect(first.nonce).toBe(first.policyNonce);
  expect(second.nonce).toBe(second.policyNonce);
  expect(first.nonce).not.toBe(second.nonce);
});

test('a page for a signed-in person is rendered only for that person @site.cache', async () => {
  await openRendered('/services');
  const [first, second] = [await open('/services', admin), await open('/services', admin)];
  expect(first.rendered).not.toBe(second.rendered);
  expect(first.html).toContain(admin.id);
  expect((await open('/services')).html).not.toContain(admin.id);
});

test('a page that may depend on its query is rendered for each request', async () => {
  const [first, second] = [
    await open('/service-area-map?zip=94103'),
    await open('/service-area-map?zip=94103'),
  ];
  expect(first.rendered).not.toBe(second.rendered);
});

test('a search engine, which sends no cookie, gets the rendered page @site.search', async () => {
  await openRendered('/');
  const { html, rendered } = await open('/', null, {});
  expect(rendered).toBeDefined();
  expect(html).toContain('<title>');
});
