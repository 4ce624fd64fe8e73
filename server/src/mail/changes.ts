// Reads tables owned by these modules: accounts
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

/** A message to insert. */
export interface NewEmail {
  readonly to: string;
  /**
   * The person the message is about; the message is deleted with their data. Null for an invitation to someone
   * without an account.
   */
  readonly userId: string | null;
  readonly subject: string;
  readonly text: string;
  /** The HTML version, which is deleted together with the text. Without it, the email has only plain text. */
  readonly html?: string;
  /** When the link or code in the text expires; null if it has none. */
  readonly linkExpiresAt: Date | null;
}

/** A message that a process has claimed; no other process sends it until the claim expires. */
export interface ClaimedEmail {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly link_expires_at: Date | null;
  readonly created_at: Date;
  readonly attempts: number;
}

/**
 * Inserts a message in the transaction that causes it. If there is no mail server (`isStoredOnly`), only the plain text
 * is stored, for an admin to read.
 */
export async function insertEmail(
  trx: Transaction<Database>,
  mail: NewEmail,
  isStoredOnly: boolean,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('emails')
    .values({
      recipient: mail.to,
      person_id: mail.userId,
      subject: mail.subject,
      text: mail.text,
      html: isStoredOnly ? null : (mail.html ?? null),
      state: isStoredOnly ? 'stored' : 'queued',
      link_expires_at: mail.linkExpiresAt,
      next_attempt_at: now,
      created_at: now,
    })
    .execute();
}

/**
 * Claims the message that has waited longest. After `until`, another process may claim it. Two processes never claim
 * the same message at once. Returns null if no message is due.
 */
export async function claimEmail(
  db: Kysely<Database>,
  now: Date,
  until: Date,
): Promise<ClaimedEmail | null> {
  const { rows } = await sql<ClaimedEmail>`
    update emails set attempts = attempts + 1, next_attempt_at = ${until}
    where id = (
      select id from emails where state = 'queued' and next_attempt_at <= ${now}
      order by next_attempt_at, id limit 1 for update skip locked)
    returning id, recipient, subject, text, html, link_expires_at, created_at, attempts
  `.execute(db);
  return rows[0] ?? null;
}

/** Marks a message as sent and deletes its text; deletes the entire message if the person it is about was deleted. */
export async function markSent(db: Kysely<Database>, id: number, now: Date): Promise<void> {
  if (await deleteEmailOfDeletedPerson(db, id)) return;
  await sql`
    update emails set state = 'sent', sent_at = ${now}, text = null, html = null where id = ${id}
  `.execute(db);
}

/** Marks a message as permanently failed. */
export async function markFailed(db: Kysely<Database>, id: number): Promise<void> {
  if (await deleteEmailOfDeletedPerson(db, id)) return;
  await sql`update emails set state = 'failed', text = null, html = null where id = ${id}`.execute(
    db,
  );
}

/** Deletes a message if the person it is about was deleted. Returns whether the message was deleted. */
async function deleteEmailOfDeletedPerson(db: Kysely<Database>, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from emails using people
    where emails.id = ${id} and people.id = person_id and deleted_at is not null returning emails.id
  `.execute(db);
  return rows.length > 0;
}

/** Postpones the next attempt to send a message. */
export async function postponeEmail(db: Kysely<Database>, id: number, until: Date): Promise<void> {
  await sql`
    update emails set next_attempt_at = ${until} where id = ${id} and state = 'queued'
  `.execute(db);
}

/**
 * Removes the text of messages whose link or code has expired, and gives up on those that are still queued. Deletes all
 * messages created before `createdBefore`, except queued ones.
 */
export async function deleteOldEmails(
  db: Kysely<Database>,
  now: Date,
  createdBefore: Date,
): Promise<void> {
  await sql`
    update emails set text = null, html = null, state = case when state = 'queued' then 'failed' else state end
    where state in ('stored', 'queued') and text is not null and link_expires_at <= ${now}
  `.execute(db);
  await sql`delete from emails where state <> 'queued' and created_at < ${createdBefore}`.execute(
    db,
  );
}

/** Deletes the messages to an address that are not about a known person, such as invitations. */
export async function deleteEmailsToUnknownAddress(
  trx: Transaction<Database>,
  address: string,
): Promise<void> {
  await sql`delete from emails where recipient = ${address} and person_id is null`.execute(trx);
}

/** Records that a message was shown; the audit trail records who saw it. */
export async function insertEmailView(
  trx: Transaction<Database>,
  mail: {
    readonly id: number;
    readonly subject: string;
    readonly recipient: string;
    readonly recipient_id: string | null;
  },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('email_views')
    .values({
      email_id: mail.id,
      subject: mail.subject,
      email: mail.recipient,
      recipient_id: mail.recipient_id,
      viewed_at: now,
    })
    .execute();
}
