import { sql } from 'kysely';
import { makeMechanic } from '../builders.ts';
import type { BusinessWithMarkers } from './business-with-markers.ts';
import type { AccessCase, CaseObject } from './run-case.ts';

/** Creates a feed of the assigned mechanic's own jobs. */
async function makeFeed({ store, assignedMechanic }: BusinessWithMarkers): Promise<CaseObject> {
  const { rows } = await sql<{ id: number }>`
    insert into calendar_feeds (owner_id, mechanic_id, token_hash, created_at)
    values (${assignedMechanic.id}, ${assignedMechanic.id}, 'hash', now())
    on conflict (owner_id, mechanic_id) do update set token_hash = 'hash' returning id
  `.execute(store.kysely);
  return { id: rows[0]?.id ?? 0, selfId: assignedMechanic.id };
}

/** Calendar feeds. */
export const calendarFeedCases: readonly AccessCase[] = [
  {
    name: 'calendar feeds: list',
    endpoint: 'listCalendarFeeds',
    permission: 'calendar-feeds',
    isList: true,
    make: makeFeed,
  },
  {
    name: 'calendar feeds: create one with the jobs of the assigned mechanic',
    endpoint: 'createCalendarFeed',
    permission: 'calendar-feeds.create',
    make: async ({ store, assignedMechanic }) => {
      // Otherwise a second request would renew the feed that the first request created.
      await sql`delete from calendar_feeds`.execute(store.kysely);
      return { id: assignedMechanic.id };
    },
    missingId: 'nobody-1',
    body: (_, { id }) => ({ mechanicId: id }),
  },
  {
    name: 'calendar feeds: create one with the jobs of someone else',
    endpoint: 'createCalendarFeed',
    permission: 'calendar-feeds.create',
    make: async (fixture) => ({ id: (await makeMechanic(fixture)).id }),
    missingId: 'nobody-1',
    body: (_, { id }) => ({ mechanicId: id }),
  },
  {
    name: 'calendar feeds: turn off',
    endpoint: 'endCalendarFeed',
    permission: 'calendar-feeds',
    make: makeFeed,
    missingId: 999_999,
  },
];
