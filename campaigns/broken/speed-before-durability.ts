import type { Breakage } from './breakage.ts';

/** A commit is answered while it is only in PostgreSQL's memory. */
export const speedBeforeDurability: Breakage = {
  name: 'speed-before-durability',
  what: 'sessions run with synchronous_commit=off',
  campaigns: ['stop-postgres'],
  patches: [
    {
      file: 'server/dist/db/connection/postgres-source.js',
      from: "when 'off' then 'on' else current_setting('synchronous_commit') end",
      to: "when 'never' then '' else 'off' end",
    },
  ],
};
