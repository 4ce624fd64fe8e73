// Reads tables owned by these modules: accounts
import type { MessageChannel, MessageKind } from '@curbwrench/contract/messaging/kinds';
import type { MessageTextKey } from '@curbwrench/contract/messaging/template-keys';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { findDefaultText } from '../rules/default-templates.ts';
import type { MessageText } from '../rules/message-templates.ts';

type Handle = Kysely<Database> | Transaction<Database>;

/** A text that an admin has changed. */
export interface EditedText extends MessageText, MessageTextKey {
  readonly version: number;
  readonly editedAt: Date;
  /** The name of the person who changed it; null if they have none. */
  readonly editedBy: string | null;
}

/**
 * Returns the text that messages of this kind have in this channel: the admin's, or the default one. Null if they are
 * not sent through it, which is possible for a message recorded by an earlier version of the program.
 */
export async function findMessageText(
  db: Handle,
  kind: MessageKind,
  channel: MessageChannel,
): Promise<MessageText | null> {
  const edited = await findEditedText(db, kind, channel);
  return edited ? { subject: edited.subject, body: edited.body } : findDefaultText(kind, channel);
}

/** Returns the text that an admin has changed; null if it is the default one. */
export async function findEditedText(
  db: Handle,
  kind: MessageKind,
  channel: MessageChannel,
): Promise<EditedText | null> {
  const rows = await readTexts(db, sql`where t.kind = ${kind} and t.channel = ${channel}`);
  return rows[0] ?? null;
}

/** Returns all texts that admins have changed. */
export async function listEditedTexts(db: Handle): Promise<readonly EditedText[]> {
  return readTexts(db, sql``);
}

async function readTexts(db: Handle, filter: RawBuilder<unknown>): Promise<readonly EditedText[]> {
  const { rows } = await sql<EditedText>`
    select t.kind, t.channel, t.subject, t.body, t.version, t.updated_at as "editedAt",
      nullif(trim(p.first_name || ' ' || p.last_name), '') as "editedBy"
    from message_texts t left join people p on p.id = t.updated_by ${filter}
  `.execute(db);
  return rows;
}
