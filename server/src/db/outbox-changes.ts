import type { EventKind } from '@curbwrench/contract/events';
import { sql, type Kysely, type Transaction } from 'kysely';
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

/** Forgets events from before an instant, but for the newest, which marks how far they went. */
export async function forgetOutbox(db: Kysely<Database>, before: Date): Promise<void> {
  await sql`
    delete from outbox where at < ${before} and id < (select max(id) from outbox)
  `.execute(db);
}
