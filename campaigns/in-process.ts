import type { inTransaction } from '@curbwrench/server/database/connection/transaction';
import type { startApp } from '@curbwrench/testing/start-app';
import type { CampaignOptions } from './options.ts';
import { importFromBuild, makeScratchBuild } from './scratch-build.ts';

/** Modules of one build: a store that one of its modules created is accepted only by modules of the same build. */
export interface BuildModules {
  readonly startApp: typeof startApp;
  readonly inTransaction: typeof inTransaction;
}

/**
 * Calls `work` with the modules of a copy of the built server, to run it in this process: on the database server that
 * `--database` names or else on the embedded database.
 */
export async function withBuild<T>(
  { database }: Pick<CampaignOptions, 'database'>,
  work: (modules: BuildModules) => Promise<T>,
): Promise<T> {
  // The testing module that creates databases reads this when it is loaded below.
  if (database !== null) process.env['TEST_DATABASE_URL'] = database;
  const build = await makeScratchBuild();
  try {
    const modules = [
      await importFromBuild(build.main, '@curbwrench/testing/start-app'),
      await importFromBuild(build.main, '@curbwrench/server/database/connection/transaction'),
    ];
    return await work(Object.assign({}, ...modules) as BuildModules);
  } finally {
    await build.remove();
  }
}
