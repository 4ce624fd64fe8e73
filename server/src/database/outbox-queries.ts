import { sql, type Kysely } from 'kysely';
import type { FeedEvent } from './rules/feed-event.ts';
import type { Database } from './schema.ts';

/**
 * Numbers the events that were committed since the last call, in the order in which they became visible, and inserts
 * the notifications that they cause. Sends a PostgreSQL NOTIFY on the channel `outbox` if there were any events.
 */
export async function assignEventNumbers(db: Kysely<Database>): Promise<void> {
  await sql`select number_outbox()`.execute(db);
}

/** Returns up to `limit` events with numbers greater than `after`, in order. */
export async function readOutbox(
  db: Kysely<Database>,
  after: number,
  limit: number,
): Promise<FeedEvent[]> {
  const { rows } = await sql<FeedEvent>`
    select number, kind, subject_id as "subjectId", customer_id as "customerId",
      mechanic_id as "mechanicId", former_mechanic_id as "formerMechanicId"
    from outbox where number > ${after} order by number limit ${limit}
  `.execute(db);
  return rows;
}

/** Returns the oldest and the newest stored event number; both are 0 if there are no events. */
export async function getOutboxBounds(
  db: Kysely<Database>,
): Promise<{ oldest: number; newest: number }> {
  const { rows } = await sql<{ oldest: number; newest: number }>`
    select coalesce(min(number), 0) as oldest, coalesce(max(number), 0) as newest from outbox
  `.execute(db);
  return rows[0] ?? { oldest: 0, newest: 0 };
}
