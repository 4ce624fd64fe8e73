import type { Breakage } from './breakage.ts';

/** What announces live events breaks with the database, and is not mended. */
export const listenerStaysAway: Breakage = {
  name: 'listener-stays-away',
  what: 'nothing listens for live events after the database was away',
  campaigns: ['stop-postgres', 'network'],
  patches: [
    {
      file: 'server/dist/db/connection/postgres-listener.js',
      from: 'this.#working ??= this.#comeBack();',
      to: 'return;',
    },
  ],
};
