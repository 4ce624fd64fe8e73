import type { Role } from '@curbwrench/contract/roles';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';

type Work = Transaction<Database>;

/** When an invitation is sent: by whom, its new token's SHA-256, and until when it counts. */
export interface Sending {
  readonly invitedBy: string;
  readonly tokenHash: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

/**
 * Writes the invitation of an address and answers its id. One that is open already is replaced:
 * its token opens nothing any more.
 */
export async function putInvitation(
  trx: Work,
  email: string,
  role: Role,
  { invitedBy, tokenHash, now, expiresAt }: Sending,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into invitations (email, role, token_hash, invited_by, sent_at, expires_at)
    values (${email}, ${role}, ${tokenHash}, ${invitedBy}, ${now}, ${expiresAt})
    on conflict (email) do update set role = excluded.role, token_hash = excluded.token_hash,
      invited_by = excluded.invited_by, sent_at = excluded.sent_at, expires_at = excluded.expires_at
    returning id
  `.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('Writing an invitation answered no id.');
  return row.id;
}

/** An open invitation, kept until the transaction ends; null: there is none. */
export async function lockInvitation(
  trx: Work,
  id: number,
): Promise<{ readonly email: string; readonly role: Role } | null> {
  const { rows } = await sql<{ email: string; role: Role }>`
    select email, role from invitations where id = ${id} for update
  `.execute(trx);
  return rows[0] ?? null;
}

/** Withdraws an open invitation. */
export async function removeInvitation(trx: Work, id: number): Promise<void> {
  await trx.deleteFrom('invitations').where('id', '=', id).execute();
}

/**
 * Uses an invitation up by its token, and answers it: of several at once, one gets it, since the
 * others wait for its row and find it gone. Null for a token that opens nothing, or no longer.
 */
export async function takeInvitation(
  trx: Work,
  tokenHash: string,
  now: Date,
): Promise<{ readonly email: string; readonly role: Role } | null> {
  const { rows } = await sql<{ email: string; role: Role }>`
    delete from invitations where token_hash = ${tokenHash} and expires_at > ${now}
    returning email, role
  `.execute(trx);
  return rows[0] ?? null;
}

/**
 * Ends the invitations that someone sent who is no longer an admin: what they promised must not
 * outlast their right to promise it. Another admin may send them again.
 */
export async function expireInvitationsBy(trx: Work, userId: string, now: Date): Promise<void> {
  await sql`
    update invitations set expires_at = ${now} where invited_by = ${userId} and expires_at > ${now}
  `.execute(trx);
}

/** An invitation that ended before an instant, whose row is kept; null: there is none. */
export async function lockOldInvitation(
  trx: Work,
  before: Date,
): Promise<{ readonly id: number; readonly email: string } | null> {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from invitations where expires_at < ${before}
    order by expires_at limit 1 for update skip locked
  `.execute(trx);
  return rows[0] ?? null;
}
