import type { Role } from '@curbwrench/contract/people/roles';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';

type Trx = Transaction<Database>;

/** The sender of an invitation, the SHA-256 hash of its new token, and when it is sent and expires. */
export interface InvitationDelivery {
  readonly invitedBy: string;
  readonly tokenHash: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

/**
 * Inserts an invitation for an email address, or replaces the address's open invitation, whose token becomes invalid.
 * Returns the invitation's id.
 */
export async function upsertInvitation(
  trx: Trx,
  email: string,
  role: Role,
  { invitedBy, tokenHash, now, expiresAt }: InvitationDelivery,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into invitations (email, role, token_hash, invited_by, sent_at, expires_at)
    values (${email}, ${role}, ${tokenHash}, ${invitedBy}, ${now}, ${expiresAt})
    on conflict (email) do update set role = excluded.role, token_hash = excluded.token_hash,
      invited_by = excluded.invited_by, sent_at = excluded.sent_at, expires_at = excluded.expires_at
    returning id
  `.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('Inserting an invitation returned no id.');
  return row.id;
}

/** Reads and locks an open invitation; null if there is none. */
export async function lockInvitation(
  trx: Trx,
  id: number,
): Promise<{ readonly email: string; readonly role: Role } | null> {
  const { rows } = await sql<{ email: string; role: Role }>`
    select email, role from invitations where id = ${id} for update
  `.execute(trx);
  return rows[0] ?? null;
}

/** Deletes an open invitation. */
export async function deleteInvitation(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('invitations').where('id', '=', id).execute();
}

/**
 * Deletes an invitation by its token and returns it; null if the token is unknown, used or expired. Only one of several
 * concurrent attempts succeeds, since the others wait for the row's lock and then find it deleted.
 */
export async function consumeInvitation(
  trx: Trx,
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
 * Expires the invitations sent by a person who is no longer an admin: an invitation must not outlast its
 * sender's right to send it. Another admin may send the invitations again.
 */
export async function expireInvitationsBy(trx: Trx, userId: string, now: Date): Promise<void> {
  await sql`
    update invitations set expires_at = ${now} where invited_by = ${userId} and expires_at > ${now}
  `.execute(trx);
}

/** Reads and locks an invitation that expired before the given time; null if there is none. */
export async function lockExpiredInvitation(
  trx: Trx,
  before: Date,
): Promise<{ readonly id: number; readonly email: string } | null> {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from invitations where expires_at < ${before}
    order by expires_at limit 1 for update skip locked
  `.execute(trx);
  return rows[0] ?? null;
}
