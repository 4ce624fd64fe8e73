import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { initialDataPlaceholder, type InitialData } from '@curbwrench/contract/pages/initial-data';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMechanic, makePerson, ageSessions, type Person } from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { writeWebFolder } from '@curbwrench/testing/web-folder';

let webFolder: string;
let app: TestApp;
let customer: Person;

const builtPage = `<!doctype html><script type="module" src="/assets/index-1.js"></script>${initialDataPlaceholder}<!--landing-->`;
const manifest = {
  'index.html': { file: 'assets/index-1.js' },
  'inter.woff2': { file: 'assets/inter-1.woff2' },
  '_ui-1.js': { file: 'assets/ui-1.js', imports: ['index.html'] },
  'src/landing/landing-page.tsx': { file: 'assets/landing-1.js' },
  'src/show-application.tsx': { file: 'assets/router-1.js' },
  'src/signed-in-frame.tsx': { file: 'assets/frame-1.js', imports: ['_ui-1.js', 'index.html'] },
  'src/layout/public-layout.tsx': { file: 'assets/public-1.js' },
  'src/dashboards/customer-dashboard.tsx': { file: 'assets/customer-1.js' },
  'src/dashboards/admin-dashboard.tsx': { file: 'assets/admin-1.js' },
  'src/pages/book-service-page.tsx': { file: 'assets/booking-1.js', imports: ['_ui-1.js'] },
};

beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'curbwrench-web-'));
  writeWebFolder(webFolder, { page: builtPage, manifest });
  app = await startApp({ webFolder });
  customer = await makePerson(app, 'customer');
});
afterAll(async () => {
  await app.stop();
  rmSync(webFolder, { recursive: true });
});

/** Requests a page as a browser does. */
async function open(url: string, person: Pick<Person, 'headers'> | null) {
  const response = await send(app, person, 'GET', url, undefined, {
    'sec-fetch-mode': 'navigate',
  });
  const json = /<script type="application\/json" id="initial-data">(.*)<\/script>/s.exec(
    response.body,
  );
  const data = json ? (JSON.parse(json[1] ?? '') as InitialData) : null;
  return {
    headers: response.headers,
    body: response.body,
    isLanding: data?.site !== undefined,
    files: [...response.body.matchAll(/href="\/assets\/([^"]*)-1\./g)].map(
      ([, name]) => name ?? '',
    ),
    data,
  };
}

test("a page contains its user's session, in the same format as from the API endpoint", async () => {
  const page = await open('/', customer);
  expect(page.data).toEqual({
    session: await read(app, customer, '/api/auth/user'),
    business: await read(app, null, '/api/business'),
    lastEvent: expect.any(Number) as number,
  });
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  const mechanic = await makeMechanic(app);
  expect((await open('/', mechanic)).data?.session).toMatchObject({ status: 'available' });
});

test('a page for a visitor contains no session and is not cached either', async () => {
  const signedOutCustomer = await makePerson(app, 'customer');
  await app.store.kysely
    .deleteFrom('sessions')
    .where('account_id', '=', signedOutCustomer.id)
    .execute();
  const [name = ''] = customer.headers.cookie.split('=');
  for (const person of [null, signedOutCustomer, { headers: { cookie: `${name}=made.up` } }]) {
    const page = await open('/', person);
    expect(page.data).toMatchObject({ session: null, business: { demo: false } });
    expect(page.headers['cache-control']).toBe('no-store');
  }
});

test('a page preloads the files for its URL and the person’s role, and a visitor’s start page is the landing page', async () => {
  const admin = await makePerson(app, 'admin');
  const summarize = async (url: string, person: Person | null) => {
    const { isLanding, files } = await open(url, person);
    return [isLanding, files.toSorted().join(' ')];
  };
  expect(await summarize('/?signed-out', null)).toEqual([true, 'inter landing']);
  expect(await summarize('/book-service', null)).toEqual([false, 'booking inter public router ui']);
  expect(await summarize('/?a=1', customer)).toEqual([false, 'customer frame inter router ui']);
  expect(await summarize('/', admin)).toEqual([false, 'admin frame inter router ui']);
  expect(await summarize('/book-service?a', admin)).toEqual([
    false,
    'booking frame inter router ui',
  ]);
  expect(await summarize('/no-such-page', admin)).toEqual([false, 'frame inter router ui']);
});

test("a person's name cannot end the script element that contains the initial data", async () => {
  const firstName = '</script><script>alert(1)</script> $& <!--';
  const person = await makePerson(app, 'customer', { firstName });
  const page = await open('/', person);
  expect(page.data?.session?.firstName).toBe(firstName);
  expect(page.body.match(/<\/script>/g)).toHaveLength(2);
  expect(page.body).not.toContain('<!--');
});

test('a page that a script fetches contains no session, because it may be cached', async () => {
  for (const mode of ['', 'cors', 'same-origin', 'no-cors']) {
    const response = await send(app, customer, 'GET', '/', undefined, { 'sec-fetch-mode': mode });
    expect(response.body).not.toContain('initial-data');
    expect(response.headers['cache-control']).toBe('no-cache');
  }
});

test('a personal page is compressed only if its URL contains no query', async () => {
  const fetchPage = (person: Person | null, encoding: string, url = '/') =>
    send(app, person, 'GET', url, undefined, {
      'sec-fetch-mode': 'navigate',
      'accept-encoding': encoding,
    });
  for (const encoding of ['gzip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.5']) {
    const visitorPage = await fetchPage(null, encoding);
    expect(visitorPage.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
    });
    expect(gunzipSync(visitorPage.rawPayload).toString()).toContain('"session":null');
    expect((await fetchPage(null, encoding, '/?a=1')).headers['content-encoding']).toBe('gzip');
    expect((await fetchPage(customer, encoding)).headers['content-encoding']).toBe('gzip');
    const withQuery = await fetchPage(customer, encoding, '/?a=1');
    expect(withQuery.headers['content-encoding']).toBeUndefined();
  }
  // Random padding hides how little two personal pages differ in size.
  const sizes = await Promise.all(
    Array.from({ length: 12 }, async () => (await fetchPage(customer, 'gzip')).rawPayload.length),
  );
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeGreaterThan(20);
  for (const encoding of ['', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.000, br']) {
    expect((await fetchPage(null, encoding)).headers['content-encoding']).toBeUndefined();
  }
});

test("opening a page extends the user's session, as any request does", async () => {
  const person = await makePerson(app, 'customer');
  await ageSessions(app, person.id);
  const page = await open('/', person);
  expect([page.headers['set-cookie'] ?? []].flat().join()).toContain(person.headers.cookie);
});
