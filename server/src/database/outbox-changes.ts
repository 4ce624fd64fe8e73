import type { EventKind } from '@curbwrench/contract/events/schemas';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { EventNotification } from './rules/event-notification.ts';
import type { Database } from './schema.ts';

/**
 * An event as a command writes it to the outbox. The ids are those of the customer and the mechanics who may
 * receive it, besides dispatch.
 */
export interface OutboxEvent {
  readonly kind: EventKind;
  readonly subjectId: string | number;
  readonly customerId?: string | null;
  readonly mechanicId?: string | null;
  readonly formerMechanicId?: string | null;
  /** Who gets a notification of it. */
  readonly notification?: EventNotification | null;
}

/** Writes events to the outbox, to be published when this transaction commits. */
export async function insertEvents(
  trx: Transaction<Database>,
  events: readonly OutboxEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return;
  await trx
    .insertInto('outbox')
    .values(
      events.map(({ kind, subjectId, customerId, mechanicId, formerMechanicId, notification }) => ({
        kind,
        subject_id: String(subjectId),
        customer_id: customerId ?? null,
        mechanic_id: mechanicId ?? null,
        former_mechanic_id: formerMechanicId ?? null,
        notice: notification ? JSON.stringify(notification) : null,
        at: now,
      })),
    )
    .execute();
}

/**
 * Returns the SQL that writes events of one kind to the outbox, and then returns their subjects. For changes that are
 * too frequent for a transaction: as the end of their only statement, it commits with them.
 *
 * @param events selects the subject of each event, and the customer and the mechanic who may receive it
 */
export function insertEventsFrom(
  events: RawBuilder<unknown>,
  kind: EventKind,
  now: Date,
): RawBuilder<unknown> {
  return sql`
    insert into outbox (subject_id, customer_id, mechanic_id, kind, at)
    select events.*, ${kind}::text, ${now}::timestamptz from (${events}) as events
    returning subject_id
  `;
}

/** Deletes events before an instant, except the newest, which preserves the last event number. */
export async function deleteOldEvents(db: Kysely<Database>, before: Date): Promise<void> {
  await sql`
    delete from outbox where at < ${before} and number < (select max(number) from outbox)
  `.execute(db);
}
