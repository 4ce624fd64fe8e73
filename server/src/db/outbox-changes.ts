import type { EventKind } from '@curbwrench/contract/events';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Notice } from '../domain/notice.ts';
import type { Database } from './schema.ts';

/** A change to tell of. The ids say who, beside staff, may hear of it. */
export interface Announcement {
  readonly kind: EventKind;
  readonly subjectId: string | number;
  readonly customerId?: string | null;
  readonly mechanicId?: string | null;
  readonly formerMechanicId?: string | null;
  /** Who finds it under their bell. */
  readonly notice?: Notice | null;
}

/**
 * SQL that says in whose name a transaction's changes are made, to travel with its begin; the
 * triggers of the audit trail write the name down (D7).
 */
export function namingActor(actorId: string): string {
  // A statement that sets can't have parameters. The backslash means nothing in our strings.
  return `set local curbwrench.actor = '${actorId.replaceAll("'", "''")}'`;
}

/**
 * Tells of changes when this transaction commits, and only then. `alongside` is a `with` clause
 * for whatever else belongs to the end.
 */
export async function announce(
  trx: Transaction<Database>,
  announcements: readonly Announcement[],
  now: Date,
  alongside: RawBuilder<unknown> = sql``,
): Promise<void> {
  const rows = announcements.map(
    ({ kind, subjectId, customerId, mechanicId, formerMechanicId, notice }) =>
      sql`(${kind}, ${String(subjectId)}, ${customerId ?? null}, ${mechanicId ?? null},
        ${formerMechanicId ?? null}, ${notice ? JSON.stringify(notice) : null}::jsonb, ${now})`,
  );
  await sql`
    ${alongside} insert into outbox
      (kind, subject_id, customer_id, mechanic_id, former_mechanic_id, notice, at)
    values ${sql.join(rows)}
  `.execute(trx);
}

/** Forgets events from before an instant, but for the newest, which marks how far they went. */
export async function forgetOutbox(db: Kysely<Database>, before: Date): Promise<void> {
  await sql`
    delete from outbox where at < ${before} and number < (select max(number) from outbox)
  `.execute(db);
}
