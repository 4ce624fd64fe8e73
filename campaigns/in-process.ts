import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { startApp } from '@curbwrench/server/testing/start-app';
import type { Breakage } from './broken/breakage.ts';
import { makeScratchBuild } from './broken/scratch-build.ts';
import type { CampaignOptions } from './options.ts';

/**
 * Runs work on a build of the server, sound or broken, inside this process: on the database server
 * that `--database` names, else on the embedded database.
 */
export async function withBuild<T>(
  { database }: Pick<CampaignOptions, 'database'>,
  breakage: Breakage | null,
  work: (start: typeof startApp) => Promise<T>,
): Promise<T> {
  // Read by the module that makes databases, when it is loaded below.
  if (database !== null) process.env['TEST_DATABASE_URL'] = database;
  const build = await makeScratchBuild(breakage);
  try {
    const path = join(dirname(build.main), 'testing/start-app.js');
    const loaded = (await import(pathToFileURL(path).href)) as { startApp: typeof startApp };
    return await work(loaded.startApp);
  } finally {
    await build.drop();
  }
}
