import type * as Stores from '@curbwrench/server/database/connection/store';
import type * as Migrator from '@curbwrench/server/database/migrator';
import type * as Cases from '@curbwrench/testing/access/all-cases';
import type * as Table from '@curbwrench/testing/access/contract-table';
import type * as Runner from '@curbwrench/testing/access/run-case';
import type * as Businesses from '@curbwrench/testing/access/business-with-markers';
import { databaseFolder, type DatabaseLocation } from '../../bench/processes.ts';
import { importFromBuild } from '../scratch-build.ts';

/** The modules that the campaign uses. They must all come from the same build. */
type BuildModules = typeof Stores &
  typeof Migrator &
  typeof Cases &
  typeof Table &
  typeof Runner &
  typeof Businesses;

/** A build's access cases and the business on which they run. */
export interface AccessTest {
  readonly modules: BuildModules;
  readonly business: Businesses.BusinessWithMarkers;
  stop(): Promise<void>;
}

/**
 * Creates the business for the access cases in an empty database, with the modules of the build whose main file is
 * `mainFile`.
 */
export async function prepareAccessTest(
  mainFile: string,
  location: DatabaseLocation,
): Promise<AccessTest> {
  const modules = await loadModules(mainFile);
  const store = await modules.openDatabase(
    location.kind === 'postgres'
      ? { kind: 'postgres', url: location.url }
      : { kind: 'embedded', folder: databaseFolder(location) },
  );
  try {
    await modules.migrate(store.kysely);
    const business = await modules.makeBusinessWithMarkers({
      database: { store, drop: async () => {} },
    });
    return {
      modules,
      business,
      async stop() {
        await business.stop();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function loadModules(mainFile: string): Promise<BuildModules> {
  const load = (specifier: string): Promise<unknown> => importFromBuild(mainFile, specifier);
  return {
    ...((await load('@curbwrench/server/database/connection/store')) as typeof Stores),
    ...((await load('@curbwrench/server/database/migrator')) as typeof Migrator),
    ...((await load('@curbwrench/testing/access/all-cases')) as typeof Cases),
    ...((await load('@curbwrench/testing/access/contract-table')) as typeof Table),
    ...((await load('@curbwrench/testing/access/run-case')) as typeof Runner),
    ...((await load('@curbwrench/testing/access/business-with-markers')) as typeof Businesses),
  };
}
