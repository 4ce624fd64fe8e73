import { sql, type Kysely } from 'kysely';
import { decodeCursor, toPage, type Page, type SortColumn } from '../database/paging.ts';
import type { Database } from '../database/schema.ts';

/** A message that could not be sent. */
export interface EmailRow {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string;
  /** Null if it was deleted because its link expired or the message could not be delivered. */
  readonly text: string | null;
  readonly link_expires_at: Date | null;
  readonly created_at: Date;
}

/** Returns a message that could not be sent; null if there is none with this id. */
export async function findUnsentEmail(
  db: Kysely<Database>,
  id: number,
): Promise<(EmailRow & { readonly recipient_id: string | null }) | null> {
  const row = await db
    .selectFrom('emails')
    .select(['id', 'recipient', 'subject', 'text', 'link_expires_at', 'created_at'])
    .select('person_id as recipient_id')
    .where('id', '=', id)
    .where('state', 'in', ['stored', 'failed'])
    .executeTakeFirst();
  return row ?? null;
}

const newestFirst: SortColumn[] = [{ column: sql`id`, descending: true, type: 'int' }];

/**
 * Returns a page of messages that could not be sent, newest first; null if the cursor does not belong to this
 * list.
 */
export async function listUnsentEmails(
  db: Kysely<Database>,
  page: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<Page<EmailRow> | null> {
  const values = page.cursor === undefined ? [] : decodeCursor(page.cursor, newestFirst);
  if (!values) return null;
  const limit = page.limit ?? 50;
  let query = db
    .selectFrom('emails')
    .select(['id', 'recipient', 'subject', 'text', 'link_expires_at', 'created_at'])
    .where('state', 'in', ['stored', 'failed']);
  const [beforeId] = values;
  if (beforeId !== undefined) query = query.where('id', '<', Number(beforeId));
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, (last) => [last.id]);
}
