import type { Role } from '@curbwrench/contract/roles';
import { lockAddress } from '../db/account-changes.ts';
import { putInvitation } from '../db/invitation-changes.ts';
import { lockAdmins, lockStateByEmail } from '../db/user-changes.ts';
import { findUser } from '../db/users.ts';
import type { Actor } from '../domain/appointment.ts';
import { localTime } from '../domain/business-time.ts';
import { invitationDays, invitationMail, whyNotInvited } from '../domain/invitation.ts';
import { accepted, refused, type Outcome } from '../domain/outcome.ts';
import type { AccountContext } from './account-context.ts';
import { newToken } from './one-time-token.ts';
import { postMail } from './post-mail.ts';
import { perform, type Work } from './transaction.ts';

/** What inviting works with: everything of an account's story but the accounts. */
export type InvitingContext = Omit<AccountContext, 'identity'>;

/**
 * Invites an address to a role (D3), by a message whose link counts once and for seven days; only
 * the hash of its secret is kept. An open invitation of the address is replaced. Answers its id.
 */
export async function invitePerson(
  context: InvitingContext,
  actor: Actor,
  invited: { readonly email: string; readonly role: Role },
): Promise<Outcome<number>> {
  return perform(context, actor.id, async (trx) => {
    const admins = await lockAdmins(trx);
    if (!admins.includes(actor.id)) return refused('not_allowed', 'You may not do that.');
    return sendInvitation(trx, context, actor.id, invited);
  });
}

/** Writes an invitation and its message, in the name of an admin whose row is kept. */
export async function sendInvitation(
  trx: Work,
  context: InvitingContext,
  adminId: string,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<Outcome<number>> {
  await lockAddress(trx, email);
  const refusal = whyNotInvited(role, await lockStateByEmail(trx, email));
  if (refusal) return refusal;
  const { business, publicUrl, clock } = context;
  const { token, hash } = newToken();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + invitationDays * 86_400_000);
  const id = await putInvitation(trx, email, role, {
    invitedBy: adminId,
    tokenHash: hash,
    now,
    expiresAt,
  });
  const admin = await findUser(trx, { kind: 'all' }, adminId);
  const mail = invitationMail(business.name, {
    invitedBy: admin ? `${admin.first_name} ${admin.last_name}` : business.name,
    role,
    link: `${publicUrl}/invitation#token=${token}`,
    lastDate: localTime(expiresAt, business.timeZone).date,
  });
  await postMail(trx, context, email, mail, expiresAt);
  return accepted(id);
}
