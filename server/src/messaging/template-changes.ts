import type { MessageTemplateKey } from '@curbwrench/contract/messaging/template-keys';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { TemplateContent } from './rules/message-templates.ts';

type Trx = Transaction<Database>;

/** Identifies a template and the version that the edit is based on: 0 for the default template. */
export interface TemplateVersion extends MessageTemplateKey {
  readonly version: number;
}

/** Locks an edited template until the transaction ends, and returns its version; null if the default is used. */
export async function lockTemplate(
  trx: Trx,
  { kind, channel }: MessageTemplateKey,
): Promise<{ readonly version: number } | null> {
  const { rows } = await sql<{ version: number }>`
    select version from message_templates where kind = ${kind} and channel = ${channel} for update
  `.execute(trx);
  return rows[0] ?? null;
}

/**
 * Stores an edited template with a new version. Returns false if the edit is based on the default template, but another
 * admin has edited that first. If the template was edited before, the caller must have locked it.
 */
export async function writeTemplate(
  trx: Trx,
  { kind, channel, version }: TemplateVersion,
  { subject, body }: TemplateContent,
  personId: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into message_templates (kind, channel, subject, body, updated_at, updated_by)
    values (${kind}, ${channel}, ${subject}, ${body}, ${now}, ${personId})
    on conflict (kind, channel) do update
    set subject = excluded.subject, body = excluded.body, version = default,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by
    where message_templates.version = ${version}
    returning id
  `.execute(trx);
  return rows.length > 0;
}

/** Deletes an edited template, which the caller has locked, so that the default is used again. */
export async function deleteTemplate(
  trx: Trx,
  { kind, channel }: MessageTemplateKey,
): Promise<void> {
  await sql`delete from message_templates where kind = ${kind} and channel = ${channel}`.execute(
    trx,
  );
}
