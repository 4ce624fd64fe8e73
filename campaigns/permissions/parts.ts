import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Stores from '@curbwrench/server/database/connection/store';
import type * as Migrator from '@curbwrench/server/database/migrator';
import type * as Cases from '@curbwrench/testing/access/all-cases';
import type * as Table from '@curbwrench/testing/access/table';
import type * as Walk from '@curbwrench/testing/access/walk';
import type * as Worlds from '@curbwrench/testing/access/world';
import { folderOf, type Place } from '../../bench/processes.ts';

/** What of a build the walk is made of: a store is known only to its own build. */
type Parts = typeof Stores &
  typeof Migrator &
  typeof Cases &
  typeof Table &
  typeof Walk &
  typeof Worlds;

/** The walk of a build, and the business that it is made in. */
export interface Ground {
  readonly parts: Parts;
  readonly world: Worlds.World;
  stop(): Promise<void>;
}

/** Makes the business of the walk in the database of a place, by a build's own modules. */
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
