import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { access, type AccessRow } from '@curbwrench/contract/api/access';
import { endpointAccess } from '@curbwrench/contract/api/endpoint-access';
import { endpoints } from '@curbwrench/contract/api/endpoints';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { refuseUnguardedRoutes } from './app.ts';
import type { Store } from './database/connection/store.ts';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { read } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { writeWebFolder } from '@curbwrench/testing/web-folder';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const restorers: (() => void)[] = [];
afterEach(() => {
  for (const restore of restorers.splice(0)) restore();
});

/** Changes an entry of one of the contract's tables until the test ends. */
function overrideEntry(table: object, name: string, value: unknown): void {
  const original: unknown = Reflect.get(table, name);
  Reflect.set(table, name, value);
  restorers.push(() => {
    if (original === undefined) Reflect.deleteProperty(table, name);
    else Reflect.set(table, name, original);
  });
}

test('an endpoint without a row in the access table makes startup fail @access.table', async () => {
  overrideEntry(endpointAccess, 'getStats', undefined);
  await expect(startApp({ database })).rejects.toThrow(
    'The route GET /api/admin/stats has no row in the access table.',
  );
});

test('startup fails for a route that has an access row but is not an endpoint, since nothing guards it', () => {
  const fastify = Fastify();
  refuseUnguardedRoutes(fastify);
  const addRoute = (row?: AccessRow) => () =>
    fastify.get(
      '/api/leak',
      { config: { ...(row && { access: row }) } },
      async () => 'anyone can read this',
    );
  expect(addRoute()).toThrow('The route GET /api/leak has no row in the access table.');
  for (const row of (Object.keys(access) as AccessRow[]).filter((name) => name !== 'public')) {
    expect(addRoute(row)).toThrow(
      'The route GET /api/leak is not guarded by its row in the access table.',
    );
  }
  expect(addRoute('public')).not.toThrow();
});

/** Returns every route with its method; a GET route also answers HEAD. */
function listRoutes({ server }: TestApp): string[] {
  const pathParts: string[] = [];
  return server
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      const [, indent, part = '', methods = ''] =
        /^((?:[│ ] {3})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
      if (indent === undefined) return [];
      // A route is indented by four characters for each part of its path that is printed above it.
      pathParts.splice(indent.length / 4, pathParts.length, part);
      const path = pathParts.join('');
      const methodNames = methods.split(', ').filter((method) => method !== '');
      return methodNames
        .filter((method) => method !== 'HEAD' || !methodNames.includes('GET'))
        .map((method) => `${method} ${path}`);
    });
}

test('the only routes are the endpoints of the contract and a few that are open to everyone', async () => {
  const webFolder = mkdtempSync(join(tmpdir(), 'curbwrench-web-'));
  writeWebFolder(webFolder);
  const demoAccounts = { customer: 'c', mechanic: 'm', advisor: 's', admin: 'a' };
  const app = await startApp({ database, demoAccounts, webFolder });
  const registeredRoutes = listRoutes(app);
  await app.stop();
  rmSync(webFolder, { recursive: true });
  const contractRoutes = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
  expect(contractRoutes.filter((route) => !registeredRoutes.includes(route))).toEqual([]);
  expect(registeredRoutes.filter((route) => !contractRoutes.includes(route)).toSorted()).toEqual([
    // The browser navigates to these to sign in or log out, so they are not endpoints.
    'GET /api/login',
    'GET /api/login/:provider',
    'GET /api/login/callback/:provider',
    'GET /api/logout',
    // An image whose name nobody can guess.
    'GET /api/pictures/:name',
    // A calendar feed, at an address that nobody can guess.
    'GET /calendar/:file',
    // The web client: its files and its manifest.
    'GET /index.html',
    'GET /manifest.webmanifest',
    // Tiles of the street file, which visitors may see like the base map.
    'GET /map/tiles/:contentName/:z/:x/:y',
    // For search engines.
    'GET /robots.txt',
    'GET /sitemap.xml',
    // The link in a reminder, which has a signed token.
    'GET /unsubscribe/:token',
    'POST /unsubscribe/:token',
  ]);
});

test('startup fails if an endpoint in the contract has no route', async () => {
  overrideEntry(endpointAccess, 'sendFlowers', 'public');
  overrideEntry(endpoints, 'sendFlowers', { method: 'POST', path: '/api/flowers' });
  await expect(startApp({ database })).rejects.toThrow(
    "The contract's endpoint sendFlowers (POST /api/flowers) has no route.",
  );
});

test('a failed start stops the background jobs it started', async () => {
  const { store } = database;
  const listeningChannels = new Set<string>();
  const failingStore: Store = {
    ...store,
    async listen(channel, onNotify) {
      if (channel === 'emails') throw new Error('Listening failed.');
      const unlisten = await store.listen(channel, onNotify);
      listeningChannels.add(channel);
      return async () => {
        listeningChannels.delete(channel);
        await unlisten();
      };
    },
  };
  const mailer = { senderAddress: 'desk@example.com', send: async () => {}, close: () => {} };
  const starting = startApp({ database: { ...database, store: failingStore }, mailer });
  await expect(starting).rejects.toThrow('Listening failed.');
  expect(listeningChannels).toEqual(new Set());
});

test('the application starts with all its endpoints, both on a new database and on one it has already used', async () => {
  for (let start = 1; start <= 2; start += 1) {
    const app = await startApp({ database });
    expect(await read(app, null, '/api/services')).toEqual([]);
    await app.stop();
  }
});
