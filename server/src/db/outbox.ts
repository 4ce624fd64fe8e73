import type { EventKind } from '@curbwrench/contract/events';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { FeedEvent } from '../domain/feed-event.ts';
import type { Database } from './schema.ts';

/** A change to tell of. The ids say who, beside staff, may hear of it. */
export interface Announcement {
  readonly kind: EventKind;
  readonly subjectId: string | number;
  readonly customerId?: string | null;
  readonly mechanicId?: string | null;
  readonly formerMechanicId?: string | null;
}

/**
 * Tells of changes when this transaction commits, and only then. Must be its last statement:
 * from here on it holds the lock of the commit order (migration 0003).
 */
export async function announce(
  trx: Transaction<Database>,
  announcements: readonly Announcement[],
  now: Date,
): Promise<void> {
  await trx
    .insertInto('outbox')
    .values(
      announcements.map((announcement) => ({
        kind: announcement.kind,
        subject_id: String(announcement.subjectId),
        customer_id: announcement.customerId ?? null,
        mechanic_id: announcement.mechanicId ?? null,
        former_mechanic_id: announcement.formerMechanicId ?? null,
        at: now,
      })),
    )
    .execute();
}

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
export async function outboxBounds(db: Kysely<Database>): Promise<{ oldest: number; newest: number }> {
  const { rows } = await sql<{ oldest: number; newest: number }>`
    select coalesce(min(id), 0) as oldest, coalesce(max(id), 0) as newest from outbox
  `.execute(db);
  return rows[0] ?? { oldest: 0, newest: 0 };
}

/** Forgets events from before an instant, but for the newest, which marks how far they went. */
export async function forgetOutbox(db: Kysely<Database>, before: Date): Promise<void> {
  await sql`
    delete from outbox where at < ${before} and id < (select max(id) from outbox)
  `.execute(db);
}
