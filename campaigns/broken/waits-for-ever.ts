import type { Breakage } from './breakage.ts';

/** As the driver is shipped: an answer that never comes is awaited. */
export const waitsForEver: Breakage = {
  name: 'waits-for-ever',
  what: 'an answer of the database that never comes is awaited for ever',
  campaigns: ['network'],
  patches: [
    {
      file: 'server/dist/db/connection/postgres-source.js',
      from: 'const usuallySilentAfterMs = 12_000;',
      to: 'const usuallySilentAfterMs = 600_000;',
    },
  ],
};
