// Reads tables owned by these modules: accounts
import type { MessageChannel, MessageKind } from '@curbwrench/contract/messaging/kinds';
import type { MessageTemplateKey } from '@curbwrench/contract/messaging/template-keys';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { findDefaultTemplate } from '../rules/default-templates.ts';
import type { TemplateContent } from '../rules/message-templates.ts';

type Handle = Kysely<Database> | Transaction<Database>;

/** A template that an admin has edited. */
export interface EditedTemplate extends TemplateContent, MessageTemplateKey {
  readonly version: number;
  readonly editedAt: Date;
  /** The full name of the admin who edited it; null if that is unknown. */
  readonly editedBy: string | null;
}

/**
 * Returns the template for messages of this kind in this channel: the one that an admin edited, or else the default.
 * Null if these messages aren't sent through this channel, which is possible for a message that an earlier version of
 * the server recorded.
 */
export async function findMessageTemplate(
  db: Handle,
  kind: MessageKind,
  channel: MessageChannel,
): Promise<TemplateContent | null> {
  const edited = await findEditedTemplate(db, kind, channel);
  return edited
    ? { subject: edited.subject, body: edited.body }
    : findDefaultTemplate(kind, channel);
}

/** Returns the template that an admin edited; null if the default is used. */
export async function findEditedTemplate(
  db: Handle,
  kind: MessageKind,
  channel: MessageChannel,
): Promise<EditedTemplate | null> {
  const rows = await readTemplates(db, sql`where t.kind = ${kind} and t.channel = ${channel}`);
  return rows[0] ?? null;
}

/** Returns all templates that admins have edited. */
export async function listEditedTemplates(db: Handle): Promise<readonly EditedTemplate[]> {
  return readTemplates(db, sql``);
}

async function readTemplates(
  db: Handle,
  filter: RawBuilder<unknown>,
): Promise<readonly EditedTemplate[]> {
  const { rows } = await sql<EditedTemplate>`
    select t.kind, t.channel, t.subject, t.body, t.version, t.updated_at as "editedAt",
      nullif(trim(p.first_name || ' ' || p.last_name), '') as "editedBy"
    from message_templates t left join people p on p.id = t.updated_by ${filter}
  `.execute(db);
  return rows;
}
