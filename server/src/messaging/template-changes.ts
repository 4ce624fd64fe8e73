import type { MessageTextKey } from '@curbwrench/contract/messaging/template-keys';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { MessageText } from './rules/message-templates.ts';

type Trx = Transaction<Database>;

/** Which text, and the version that the edit is based on: 0 if it was the default text. */
export interface TextVersion extends MessageTextKey {
  readonly version: number;
}

/** Locks an admin's text until the transaction ends, and returns its version; null if it is the default text. */
export async function lockText(
  trx: Trx,
  { kind, channel }: MessageTextKey,
): Promise<{ readonly version: number } | null> {
  const { rows } = await sql<{ version: number }>`
    select version from message_texts where kind = ${kind} and channel = ${channel} for update
  `.execute(trx);
  return rows[0] ?? null;
}

/**
 * Stores an admin's text with a new version. Returns false if another admin has edited the default text in the
 * meantime. If there is already an edited text, the caller must have locked it.
 */
export async function writeText(
  trx: Trx,
  { kind, channel, version }: TextVersion,
  { subject, body }: MessageText,
  personId: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into message_texts (kind, channel, subject, body, updated_at, updated_by)
    values (${kind}, ${channel}, ${subject}, ${body}, ${now}, ${personId})
    on conflict (kind, channel) do update
    set subject = excluded.subject, body = excluded.body, version = default,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by
    where message_texts.version = ${version}
    returning id
  `.execute(trx);
  return rows.length > 0;
}

/** Deletes an admin's text, which the caller has locked, so that the default text is used again. */
export async function deleteText(trx: Trx, { kind, channel }: MessageTextKey): Promise<void> {
  await sql`delete from message_texts where kind = ${kind} and channel = ${channel}`.execute(trx);
}
