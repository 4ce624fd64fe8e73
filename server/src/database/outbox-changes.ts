import type { EventKind } from '@curbwrench/contract/events/schemas';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { insertMessages } from './message-changes.ts';
import { listEventMessages } from './rules/event-messages.ts';
import type { EventNotification } from './rules/event-notification.ts';
import type { Database } from './schema.ts';

/**
 * An event as a command writes it to the outbox. In addition to the office, the customer and mechanics with these ids
 * may receive it.
 */
export interface OutboxEvent {
  readonly kind: EventKind;
  readonly subjectId: string | number;
  readonly customerId?: string | null;
  readonly mechanicId?: string | null;
  readonly formerMechanicId?: string | null;
  /** Who is notified of the event, and with which kind of notification. */
  readonly notification?: EventNotification | null;
}

/**
 * Writes events to the outbox, to be published when this transaction commits, and records the messages that they
 * cause. Identical events are written only once, since several parts of a command may report the same change.
 */
export async function insertEvents(
  trx: Transaction<Database>,
  events: readonly OutboxEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return;
  const distinctEvents = [
    ...new Map(events.map((event) => [JSON.stringify(event), event])).values(),
  ];
  const rows = distinctEvents.map(
    ({ kind, subjectId, customerId, mechanicId, formerMechanicId, notification }) => ({
      kind,
      subject_id: String(subjectId),
      customer_id: customerId ?? null,
      mechanic_id: mechanicId ?? null,
      former_mechanic_id: formerMechanicId ?? null,
      notice: notification ? JSON.stringify(notification) : null,
      at: now,
    }),
  );
  await trx.insertInto('outbox').values(rows).execute();
  await insertMessages(trx, listEventMessages(distinctEvents), now);
}

/**
 * Returns the SQL that writes events of one kind to the outbox and returns their subject ids. It is for changes that
 * are too frequent for a transaction of several statements: a single statement makes the change and ends with this SQL.
 *
 * @param events a query that selects the subject, the customer and the mechanic of each event
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

/** Deletes events older than `before`. Keeps the latest event, so that the last number is not lost. */
export async function deleteOldEvents(db: Kysely<Database>, before: Date): Promise<void> {
  await sql`
    delete from outbox where at < ${before} and number < (select max(number) from outbox)
  `.execute(db);
}
