import type { MessageTextKey } from '@curbwrench/contract/messaging/text-keys';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { MessageText } from './rules/message-texts.ts';

/** Which text, and the version that was edited: 0 if it was the default text. */
export interface TextVersion extends MessageTextKey {
  readonly version: number;
}

/** Stores an admin's text with a new version. Returns false if the text has changed since that version. */
export async function writeText(
  trx: Transaction<Database>,
  { kind, channel, version }: TextVersion,
  { subject, body }: MessageText,
  personId: string,
  now: Date,
): Promise<boolean> {
  const { rows } =
    version === 0
      ? await sql`
          insert into message_texts (kind, channel, subject, body, updated_at, updated_by)
          values (${kind}, ${channel}, ${subject}, ${body}, ${now}, ${personId})
          on conflict (kind, channel) do nothing returning id
        `.execute(trx)
      : await sql`
          update message_texts set subject = ${subject}, body = ${body}, version = default,
            updated_at = ${now}, updated_by = ${personId}
          where kind = ${kind} and channel = ${channel} and version = ${version} returning id
        `.execute(trx);
  return rows.length > 0;
}

/** Deletes an admin's text. Returns false if it has changed since that version, or was deleted. */
export async function deleteText(
  trx: Transaction<Database>,
  { kind, channel, version }: TextVersion,
): Promise<boolean> {
  const { rows } = await sql`
    delete from message_texts
    where kind = ${kind} and channel = ${channel} and version = ${version} returning id
  `.execute(trx);
  return rows.length > 0;
}
