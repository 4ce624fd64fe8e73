import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Stores from '@curbwrench/server/database/connection/store';
import type * as Migrator from '@curbwrench/server/database/migrator';
import type * as Cases from '@curbwrench/testing/access/all-cases';
import type * as Table from '@curbwrench/testing/access/table';
import type * as Walk from '@curbwrench/testing/access/walk';
import type * as Worlds from '@curbwrench/testing/access/world';
import { folderOf, type Place } from '../../bench/processes.ts';

/** The parts of a build that the walk uses: a store works only with its own build. */
type Parts = typeof Stores &
  typeof Migrator &
  typeof Cases &
  typeof Table &
  typeof Walk &
  typeof Worlds;

/** The walk of a build, and its business. */
export interface Ground {
  readonly parts: Parts;
  readonly world: Worlds.World;
  stop(): Promise<void>;
}

/** Creates the walk's business in the database of a place, with a build's own modules. */
export async function prepareGround(main: string, place: Place): Promise<Ground> {
  const parts = await loadParts(main);
  const store = await parts.openDatabase(
    place.kind === 'postgres'
      ? { kind: 'postgres', url: place.url }
      : { kind: 'embedded', folder: folderOf(place) },
  );
  try {
    await parts.migrate(store.kysely);
    const world = await parts.makeWorld({ database: { store, drop: async () => {} } });
    return {
      parts,
      world,
      async stop() {
        await world.stop();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function loadParts(main: string): Promise<Parts> {
  const load = (path: string): Promise<unknown> =>
    import(pathToFileURL(join(dirname(main), `${path}.js`)).href);
  const access = '../../testing/dist/access';
  return {
    ...((await load('database/connection/store')) as typeof Stores),
    ...((await load('database/migrator')) as typeof Migrator),
    ...((await load(`${access}/all-cases`)) as typeof Cases),
    ...((await load(`${access}/table`)) as typeof Table),
    ...((await load(`${access}/walk`)) as typeof Walk),
    ...((await load(`${access}/world`)) as typeof Worlds),
  };
}
