import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { inTransaction } from '@curbwrench/server/database/connection/transaction';
import type { startApp } from '@curbwrench/testing/start-app';
import type { CampaignOptions } from './options.ts';
import { makeScratchBuild } from './scratch-build.ts';

/** The parts of a build that campaigns use from inside: a store works only with its own build. */
export interface Product {
  readonly startApp: typeof startApp;
  readonly inTransaction: typeof inTransaction;
}

/**
 * Runs work on a copy of the built server in this process: on the database server
 * that `--database` names, otherwise on the embedded database.
 */
export async function withBuild<T>(
  { database }: Pick<CampaignOptions, 'database'>,
  work: (product: Product) => Promise<T>,
): Promise<T> {
  // Read by the module that creates databases, when it is loaded below.
  if (database !== null) process.env['TEST_DATABASE_URL'] = database;
  const build = await makeScratchBuild();
  try {
    const load = (path: string): Promise<unknown> =>
      import(pathToFileURL(join(dirname(build.main), path)).href);
    const parts = [
      await load('../../testing/dist/start-app.js'),
      await load('database/connection/transaction.js'),
    ];
    return await work(Object.assign({}, ...parts) as Product);
  } finally {
    await build.drop();
  }
}
