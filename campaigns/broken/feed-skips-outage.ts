import type { Breakage } from './breakage.ts';

/** What was committed while the feed could not look is never told of. */
export const feedSkipsOutage: Breakage = {
  name: 'feed-skips-outage',
  what: 'after an outage live events go on with the newest',
  campaigns: ['stop-postgres', 'network'],
  patches: [
    {
      file: 'server/dist/jobs/event-feed.js',
      from: 'lookIn(lookAgainMs);',
      to: 'globalThis.wasAway = true; lookIn(lookAgainMs);',
    },
    {
      file: 'server/dist/jobs/event-feed.js',
      from: 'const events = await readOutbox(store.kysely, latest, batch);',
      to: `if (globalThis.wasAway) latest = (await outboxBounds(store.kysely)).newest;
                globalThis.wasAway = false;
                const events = await readOutbox(store.kysely, latest, batch);`,
    },
  ],
};
