import { sql, type Kysely } from 'kysely';
import type { FeedEvent } from '../domain/feed-event.ts';
import type { Database } from './schema.ts';

/** Committed events after a number, in order, at most `limit`. */
export async function readOutbox(
  db: Kysely<Database>,
  after: number,
  limit: number,
): Promise<FeedEvent[]> {
  const { rows } = await sql<FeedEvent>`
    select id as number, kind, subject_id as "subjectId", customer_id as "customerId",
      mechanic_id as "mechanicId", former_mechanic_id as "formerMechanicId"
    from outbox where id > ${after} order by id limit ${limit}
  `.execute(db);
  return rows;
}

/** The oldest and the newest number kept; both 0 when there is none. */
export async function outboxBounds(
  db: Kysely<Database>,
): Promise<{ oldest: number; newest: number }> {
  const { rows } = await sql<{ oldest: number; newest: number }>`
    select coalesce(min(id), 0) as oldest, coalesce(max(id), 0) as newest from outbox
  `.execute(db);
  return rows[0] ?? { oldest: 0, newest: 0 };
}
