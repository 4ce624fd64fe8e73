// Reads tables owned by these modules: accounts
import type { Role } from '@curbwrench/contract/people/roles';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';

type Handle = Kysely<Database> | Transaction<Database>;

/** An invitation that has not been accepted or withdrawn; it may have expired. */
export interface InvitationRow {
  id: number;
  email: string;
  role: Role;
  invited_by: string;
  sent_at: Date;
  expires_at: Date;
}

/** The content of the page that an invitation's link opens. */
export interface InvitationContentRow {
  email: string;
  role: Role;
  /** Whether an account has verified this address. */
  has_account: boolean;
}

/** Returns every open invitation, newest first. There are only a few, one for each person who has yet to join. */
export async function listInvitations(db: Handle): Promise<readonly InvitationRow[]> {
  const { rows } = await selectInvitations(sql`true`).execute(db);
  return rows;
}

/** Returns the open invitation with this id, or null. */
export async function findInvitation(db: Handle, id: number): Promise<InvitationRow | null> {
  const { rows } = await selectInvitations(sql`i.id = ${id}`).execute(db);
  return rows[0] ?? null;
}

/** Returns the content of the invitation with this token; null if the token is unknown, used or expired. */
export async function findInvitationByToken(
  db: Handle,
  tokenHash: string,
  now: Date,
): Promise<InvitationContentRow | null> {
  const { rows } = await sql<InvitationContentRow>`
    select i.email, i.role,
      exists (select 1 from accounts a where a.email = i.email and a.email_verified) as has_account
    from invitations i where i.token_hash = ${tokenHash} and i.expires_at > ${now}
  `.execute(db);
  return rows[0] ?? null;
}

function selectInvitations(condition: RawBuilder<unknown>): RawBuilder<InvitationRow> {
  return sql<InvitationRow>`
    select i.id, i.email, i.role, u.first_name || ' ' || u.last_name as invited_by,
      i.sent_at, i.expires_at
    from invitations i join people u on u.id = i.invited_by
    where ${condition}
    order by i.sent_at desc, i.id desc
  `;
}
