import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { openDatabase } from '@curbwrench/server/database/connection/store';
import type { migrate } from '@curbwrench/server/database/migrator';
import type { startApp } from '@curbwrench/testing/start-app';
import { folderOf, type Place } from '../../bench/processes.ts';
import { siteOf, type Parts, type Site } from './site.ts';

/*
 * A server of a build in its own process, which can be asked from outside what its database
 * contains and how much memory it uses. Its messages are named after the site's functions.
 */

interface Build extends Parts {
  readonly startApp: typeof startApp;
  readonly openDatabase: typeof openDatabase;
  readonly migrate: typeof migrate;
}

const [main = '', placeText = ''] = process.argv.slice(2);
const build = await loadBuild(main);
const place = JSON.parse(placeText) as Place;
const store = await build.openDatabase(
  place.kind === 'postgres'
    ? { kind: 'postgres', url: place.url }
    : { kind: 'embedded', folder: folderOf(place) },
);
await build.migrate(store.kysely);
const app = await build.startApp({
  database: { store, drop: async () => {} },
  webFolder: fileURLToPath(new URL('../../web/dist', pathToFileURL(main))),
  // Our own proxy, which reports each request's client address, so the rate limits stay on.
  trustedProxies: ['127.0.0.1'],
  listen: true,
});
const site = siteOf(app, build);
process.on('message', (asked: Exclude<keyof Site, 'port'>) => {
  void answer(asked);
});
process.send?.({ port: site.port });

async function answer(asked: Exclude<keyof Site, 'port'>): Promise<void> {
  const given = await site[asked]();
  if (asked === 'stop') await store.close();
  process.send?.({ given: given ?? null });
  if (asked === 'stop') process.disconnect();
}

async function loadBuild(path: string): Promise<Build> {
  const load = (module: string): Promise<unknown> =>
    import(pathToFileURL(join(dirname(path), `${module}.js`)).href);
  return {
    ...((await load('../../testing/dist/start-app')) as Pick<Build, 'startApp'>),
    ...((await load('database/connection/store')) as Pick<Build, 'openDatabase'>),
    ...((await load('database/migrator')) as Pick<Build, 'migrate'>),
    builders: (await load('../../testing/dist/builders')) as Parts['builders'],
    contents: (await load('../../testing/dist/contents')) as Parts['contents'],
  };
}
