import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@curbwrench/contract/api/endpoints';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '@curbwrench/testing/builders';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { writeWebFolder } from '@curbwrench/testing/web-folder';

let webFolder: string;
let database: TestDatabase;
let app: TestApp;
let httpsApp: TestApp;
let admin: Person;

const demoAccounts = { customer: 'c', mechanic: 'm', advisor: 's', admin: 'demo-admin' };

beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'curbwrench-web-'));
  writeWebFolder(webFolder);
  mkdirSync(join(webFolder, 'assets'));
  writeFileSync(join(webFolder, 'assets', 'main-1.js'), '1;');
  writeFileSync(join(webFolder, 'icon.svg'), '<svg/>');
  writeFileSync(join(webFolder, 'offline-worker.js'), '1;');
  database = await createTestDatabase();
  app = await startApp({ database, webFolder });
  httpsApp = await startApp({
    database,
    webFolder,
    demoAccounts,
    publicUrl: 'https://book.example.com',
  });
  admin = await makePerson(app, 'admin');
  await makePerson(app, 'admin', { id: demoAccounts.admin });
});
afterAll(async () => {
  await app.stop();
  await httpsApp.stop();
  await database.drop();
  rmSync(webFolder, { recursive: true });
});

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'geolocation=(self), camera=(), microphone=(), payment=(), usb=(), browsing-topics=()',
};

/** One request for each way the server creates a response. */
const requests: readonly (readonly [string, number, InjectOptions])[] = [
  ['a reply', 200, { url: '/api/services' }],
  ['a refusal', 401, { url: '/api/auth/user' }],
  ['a missing object', 404, { url: '/api/services/999' }],
  ['an unknown endpoint', 404, { url: '/api/nothing' }],
  ['an unsupported method', 404, { method: 'PUT', url: '/api/services' }],
  [
    'a body that can’t be read',
    400,
    {
      method: 'POST',
      url: '/api/vehicles',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    },
  ],
  [
    'a body of an unsupported type',
    415,
    {
      method: 'POST',
      url: '/api/vehicles',
      payload: '<a/>',
      headers: { 'content-type': 'text/xml' },
    },
  ],
  [
    'a body that is too large',
    413,
    { method: 'POST', url: '/api/vehicles', payload: { a: 'x'.repeat(70_000) } },
  ],
  [
    'a change from another site',
    403,
    { method: 'POST', url: '/api/vehicles', headers: { origin: 'http://evil.example' } },
  ],
  ['a URL that can’t be read', 400, { url: '/api/services/%zz' }],
  ['a page', 200, { url: '/' }],
  ['a client-side route', 200, { url: '/appointments' }],
  ['a file', 200, { url: '/icon.svg' }],
  ['the web app manifest', 200, { url: '/manifest.webmanifest' }],
  ['the service worker', 200, { url: '/offline-worker.js' }],
  ['a hashed file', 200, { url: '/assets/main-1.js' }],
  ['a missing file', 404, { url: '/assets/main-2.js' }],
  ['a HEAD request for a page', 200, { method: 'HEAD', url: '/' }],
  ['the log-out page', 200, { url: '/api/logout' }],
];

describe.each([
  ['http', () => app, undefined],
  ['https', () => httpsApp, 'max-age=63072000; includeSubDomains'],
] as const)('with %s', (_, getApp, strictTransportSecurity) => {
  test.each(requests)(
    'the response has the security headers: %s @protection.headers',
    async (_name, status, request) => {
      const response = await getApp().server.inject(request);
      expect(response.statusCode).toBe(status);
      expect(response.headers).toMatchObject(commonHeaders);
      expect(response.headers['strict-transport-security']).toBe(strictTransportSecurity);
      const policy = String(response.headers['content-security-policy']);
      expect(policy).toMatch(/default-src '(none|self)'/);
      // No 'unsafe-inline' or similar, no wildcards, and no scheme without a host.
      expect(policy).not.toMatch(/unsafe|\*|https?:(?!\/\/)/);
      expect(response.headers['x-powered-by'] ?? response.headers['server']).toBeUndefined();
    },
  );
});

test('responses other than pages cannot run or load anything, and pages load only from their own origin @protection.headers', async () => {
  const fetchPolicy = async (url: string) =>
    (await app.server.inject({ url })).headers['content-security-policy'];
  const dataPolicy = "default-src 'none'; frame-ancestors 'none'";
  for (const url of ['/api/services', '/api/nothing', '/api/auth/user', '/assets/main-1.js']) {
    expect([url, await fetchPolicy(url)]).toEqual([url, dataPolicy]);
  }
  // The service worker fetches pages to serve them; it may load nothing else.
  expect(await fetchPolicy('/offline-worker.js')).toBe(
    "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  );
  for (const url of ['/', '/appointments']) {
    expect([url, await fetchPolicy(url)]).toEqual([
      url,
      "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ]);
  }
});

test('no API response may be cached, except the base map @protection.caching', async () => {
  for (const { method, path } of Object.values(endpoints)) {
    // The response of an event stream never ends.
    if (path === '/api/events') continue;
    for (const headers of [{}, admin.headers]) {
      const url = path.replace(/:\w+/g, '1');
      const response = await app.server.inject({ method, url, headers });
      const expected = path === endpoints.getBaseMap.path ? 'private, no-cache' : 'no-store';
      expect([path, response.headers['cache-control']]).toEqual([path, expected]);
    }
  }
});

describe('the session cookie', () => {
  const openDemoSession = async (targetApp: TestApp) => {
    const response = await targetApp.server.inject({
      method: 'POST',
      url: '/api/demo/session',
      payload: { account: 'admin' },
    });
    return [response.headers['set-cookie'] ?? []].flat();
  };

  test('with https, is limited to this host, to https and to same-site requests @protection.cookies', async () => {
    const cookies = await openDemoSession(httpsApp);
    expect(cookies).not.toEqual([]);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-[\w.-]+=/);
      const flags = cookie.split('; ').slice(1);
      expect(flags).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure']));
      expect(flags.filter((flag) => /^SameSite=(Lax|Strict)$/.test(flag))).toHaveLength(1);
      expect(flags.filter((flag) => flag.startsWith('Domain'))).toEqual([]);
    }
  });

  test('without https, is still hidden from scripts and other sites', async () => {
    const demo = await startApp({ database, demoAccounts });
    const cookies = await openDemoSession(demo);
    await demo.stop();
    expect(cookies).not.toEqual([]);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; HttpOnly/);
      expect(cookie).toMatch(/; SameSite=(Lax|Strict)/);
      expect(cookie).toMatch(/; Path=\//);
    }
  });
});
