// Reads tables owned by these modules: accounts
import type { LoggedMessageKind, MessageChannel } from '@curbwrench/contract/messaging/kinds';
import type { MessageState } from '@curbwrench/contract/messaging/message-states';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import {
  decodeCursor,
  joinWithAnd,
  limitTo,
  toPage,
  type Page,
  type SortColumn,
} from '../../database/paging.ts';
import type { Database } from '../../database/schema.ts';

/** A message with its delivery state. */
export interface MessageLogRow {
  readonly id: number;
  readonly kind: LoggedMessageKind;
  readonly channel: MessageChannel;
  readonly state: MessageState;
  readonly reason: string | null;
  readonly recipientName: string;
  readonly recipient: string | null;
  readonly subject: string | null;
  readonly text: string | null;
  readonly appointmentId: number | null;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
}

/** Filters of the message log. */
export interface MessageLogFilter {
  readonly state?: MessageState | undefined;
  readonly channel?: MessageChannel | undefined;
  readonly appointmentId?: number | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

const newestFirst: readonly SortColumn[] = [{ column: sql`o.id`, descending: true, type: 'int' }];

/** Returns a page of the message log, newest first; null if the cursor does not belong to this list. */
export async function listMessageLog(
  db: Kysely<Database>,
  filter: MessageLogFilter,
): Promise<Page<MessageLogRow> | null> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (filter.cursor !== undefined) {
    const values = decodeCursor(filter.cursor, newestFirst);
    if (!values) return null;
    conditions.push(sql`o.id < ${Number(values[0])}`);
  }
  if (filter.state !== undefined) conditions.push(sql`o.state = ${filter.state}`);
  if (filter.channel !== undefined) conditions.push(sql`o.channel = ${filter.channel}`);
  if (filter.appointmentId !== undefined) {
    conditions.push(sql`o.appointment_id = ${filter.appointmentId}`);
  }
  const limit = filter.limit ?? 50;
  const { rows } = await sql<MessageLogRow>`
    select o.id, o.kind, o.channel, o.state, o.reason, o.recipient, o.subject, o.text,
      o.appointment_id as "appointmentId", o.created_at as "createdAt", o.sent_at as "sentAt",
      trim(p.first_name || ' ' || p.last_name) as "recipientName"
    from outbound_messages o join people p on p.id = o.person_id
    where ${joinWithAnd(conditions)}
    order by o.id desc ${limitTo(limit + 1)}
  `.execute(db);
  return toPage(rows, limit, (last) => [last.id]);
}
