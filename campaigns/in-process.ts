import type { inTransaction } from '@curbwrench/server/database/connection/transaction';
import type { createTestDatabase, reopen } from '@curbwrench/testing/database';
import type { startApp } from '@curbwrench/testing/start-app';
import type { CampaignOptions } from './options.ts';
import { importFromBuild, makeScratchBuild } from './scratch-build.ts';

/** Modules of one build. They work only with modules of the same build, for example if they share a store. */
export interface BuildModules {
  readonly startApp: typeof startApp;
  readonly inTransaction: typeof inTransaction;
  readonly createTestDatabase: typeof createTestDatabase;
  readonly reopen: typeof reopen;
}

/**
 * Copies the built server and calls `work` with its modules, to run it in this process: on the database server that
 * `--database` names, or else on the embedded database.
 */
export async function withBuiltServer<T>(
  { database }: Pick<CampaignOptions, 'database'>,
  work: (modules: BuildModules) => Promise<T>,
): Promise<T> {
  // The testing module that creates databases reads this variable when it is loaded below.
  if (database !== null) process.env['TEST_DATABASE_URL'] = database;
  const build = await makeScratchBuild();
  try {
    const modules = [
      await importFromBuild(build.main, '@curbwrench/testing/start-app'),
      await importFromBuild(build.main, '@curbwrench/server/database/connection/transaction'),
      await importFromBuild(build.main, '@curbwrench/testing/database'),
    ];
    return await work(Object.assign({}, ...modules) as BuildModules);
  } finally {
    await build.remove();
  }
}
