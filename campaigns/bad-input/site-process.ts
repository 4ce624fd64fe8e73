import { fileURLToPath, pathToFileURL } from 'node:url';
import type { openDatabase } from '@curbwrench/server/database/connection/store';
import type { migrate } from '@curbwrench/server/database/migrator';
import type { startApp } from '@curbwrench/testing/start-app';
import { databaseFolder, type DatabaseLocation } from '../../bench/processes.ts';
import { importFromBuild } from '../scratch-build.ts';
import {
  createServerUnderTest,
  type BuildModules,
  type ServerUnderTest,
} from './server-under-test.ts';

/*
 * The child process of `startSiteProcess`: runs a server from a build. Each message names a method of the site. This
 * process calls that method and sends back the result.
 */

interface Build extends BuildModules {
  readonly startApp: typeof startApp;
  readonly openDatabase: typeof openDatabase;
  readonly migrate: typeof migrate;
}

const [main = '', locationText = ''] = process.argv.slice(2);
const build = await loadBuild(main);
const location = JSON.parse(locationText) as DatabaseLocation;
const store = await build.openDatabase(
  location.kind === 'postgres'
    ? { kind: 'postgres', url: location.url }
    : { kind: 'embedded', folder: databaseFolder(location) },
);
await build.migrate(store.kysely);
const app = await build.startApp({
  database: { store, drop: async () => {} },
  webFolder: fileURLToPath(new URL('../../web/dist', pathToFileURL(main))),
  // Requests name their client's address in X-Forwarded-For, so that rate limits count each client separately.
  trustedProxies: ['127.0.0.1'],
  listen: true,
});
const site = createServerUnderTest(app, build);
process.on('message', (operation: Exclude<keyof ServerUnderTest, 'port'>) => {
  void respond(operation);
});
process.send?.({ port: site.port });

async function respond(operation: Exclude<keyof ServerUnderTest, 'port'>): Promise<void> {
  const result = await site[operation]();
  if (operation === 'stop') await store.close();
  process.send?.({ result: result ?? null });
  if (operation === 'stop') process.disconnect();
}

async function loadBuild(path: string): Promise<Build> {
  const load = (specifier: string): Promise<unknown> => importFromBuild(path, specifier);
  return {
    ...((await load('@curbwrench/testing/start-app')) as Pick<Build, 'startApp'>),
    ...((await load('@curbwrench/server/database/connection/store')) as Pick<
      Build,
      'openDatabase'
    >),
    ...((await load('@curbwrench/server/database/migrator')) as Pick<Build, 'migrate'>),
    builders: (await load('@curbwrench/testing/builders')) as BuildModules['builders'],
    contents: (await load('@curbwrench/testing/database-contents')) as BuildModules['contents'],
  };
}
