import { endpoints } from '@curbwrench/contract/api/endpoints';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let database: TestDatabase;
/** A server with an https public URL. */
let publishedApp: TestApp;
/** A server without a configured public URL, as on a developer's machine. */
let localApp: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  publishedApp = await startApp({ database, publicUrl: 'https://book.example.com' });
  localApp = await startApp({ database });
});
afterAll(async () => {
  await publishedApp.stop();
  await localApp.stop();
  await database.drop();
});

type Headers = Readonly<Record<string, string>>;

/** Logs out, which needs no session, and returns whether the request was accepted. */
async function sendChange(app: TestApp, headers: Headers): Promise<boolean> {
  const response = await app.server.inject({ method: 'POST', url: '/api/logout', headers });
  if (response.statusCode !== 403) expect(response.statusCode).toBe(303);
  else expect(response.body).toBe('Changes can only be made from our own pages.');
  return response.statusCode === 303;
}

const ownHeaders = { host: 'book.example.com', origin: 'https://book.example.com' };

describe('a change request with Sec-Fetch-Site', () => {
  test.each([
    ['same-origin', true],
    ['same-site', false],
    ['cross-site', false],
    ['none', false],
    ['', false],
    ['Same-Origin', false],
    ['same-origin, cross-site', false],
  ])('"%s" is accepted: %s', async (site, isAccepted) => {
    for (const origin of [{}, { origin: 'https://book.example.com' }]) {
      expect(await sendChange(localApp, { 'sec-fetch-site': site, ...origin })).toBe(isAccepted);
    }
  });
});

describe('a change request with only an Origin header', () => {
  test.each<[string, Headers, boolean]>([
    ['our own', ownHeaders, true],
    [
      'our own, behind a proxy that rewrites the host',
      { ...ownHeaders, host: '10.0.0.4:3000' },
      true,
    ],
    ['another site’s', { ...ownHeaders, origin: 'https://evil.example' }, false],
    ['a sibling subdomain’s', { ...ownHeaders, origin: 'https://www.example.com' }, false],
    ['ours without https', { ...ownHeaders, origin: 'http://book.example.com' }, false],
    ['ours on another port', { ...ownHeaders, origin: 'https://book.example.com:8443' }, false],
    [
      'one that begins like ours',
      { ...ownHeaders, origin: 'https://book.example.com.evil.example' },
      false,
    ],
    ['one that ends like ours', { ...ownHeaders, origin: 'https://evilbook.example.com' }, false],
    ['a sandboxed page’s', { ...ownHeaders, origin: 'null' }, false],
    ['an empty one', { ...ownHeaders, origin: '' }, false],
    [
      'two origins',
      { ...ownHeaders, origin: 'https://book.example.com https://evil.example' },
      false,
    ],
    [
      'the same as the request’s own Host header',
      { host: 'evil.example', origin: 'https://evil.example' },
      false,
    ],
  ])(
    'with https, is accepted only from our own origin: %s @protection.origin',
    async (_, headers, isAccepted) => {
      expect(await sendChange(publishedApp, headers)).toBe(isAccepted);
    },
  );

  test.each<[string, Headers, boolean]>([
    ['that of the public URL', { host: 'localhost', origin: 'http://localhost' }, true],
    [
      'that of the host in the request',
      { host: '192.168.1.5:3000', origin: 'http://192.168.1.5:3000' },
      true,
    ],
    ['another site’s', { host: '192.168.1.5:3000', origin: 'http://evil.example' }, false],
    ['another port’s', { host: '192.168.1.5:3000', origin: 'http://192.168.1.5:8080' }, false],
    [
      'that of a host that only X-Forwarded-Host claims',
      { host: 'localhost:3000', origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' },
      false,
    ],
  ])(
    'without https, is accepted only from the public URL or the host in the request: %s',
    async (_, headers, isAccepted) => {
      expect(await sendChange(localApp, headers)).toBe(isAccepted);
    },
  );
});

describe('without https, a request', () => {
  test.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000', '192.168.1.5'])(
    'is served for a host that cannot be the name of another site: %s',
    async (host) => {
      const response = await localApp.server.inject({ url: '/api/business', headers: { host } });
      expect(response.statusCode).toBe(200);
    },
  );

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:80', 'a b', '@'])(
    'is refused for any other host: %s',
    async (host) => {
      for (const url of ['/', '/api/business', '/api/logout']) {
        const response = await localApp.server.inject({ url, headers: { host } });
        expect([url, response.statusCode]).toEqual([url, 400]);
      }
      const origin = `http://${host}`;
      const response = await localApp.server.inject({
        method: 'POST',
        url: '/api/logout',
        headers: { host, origin },
      });
      expect(response.statusCode).toBe(400);
    },
  );
});

test('a change request without Sec-Fetch-Site or Origin, which no browser sends, is accepted', async () => {
  expect(await sendChange(localApp, {})).toBe(true);
});

test('every endpoint that makes changes refuses requests from another site before reading the body @protection.origin', async () => {
  for (const { method, path } of Object.values(endpoints)) {
    if (method === 'GET') continue;
    const response = await localApp.server.inject({
      method,
      url: path.replace(/:\w+/g, '1'),
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      payload: '{',
    });
    expect([path, response.statusCode, response.body]).toEqual([
      path,
      403,
      'Changes can only be made from our own pages.',
    ]);
  }
});

test('no response header allows another site to read responses or make requests @protection.origin', async () => {
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'https://evil.example', 'access-control-request-method': 'PATCH' },
  ]) {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const response = await localApp.server.inject({ method, url: '/api/services', headers });
      const corsHeaders = Object.keys(response.headers).filter((name) =>
        name.startsWith('access-'),
      );
      expect([method, corsHeaders]).toEqual([method, []]);
    }
  }
});
