import { linkExpiresAt } from '@curbwrench/contract/accounts/one-time-links';
import type { Role } from '@curbwrench/contract/people/roles';
import { lockEmailAddress } from '../../accounts/changes/account-changes.ts';
import { upsertInvitation } from '../changes/invitation-changes.ts';
import { lockAdmins, lockPersonByEmail } from '../../accounts/changes/user-changes.ts';
import { findUser } from '../../accounts/queries/users.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { toLocalTime } from '../../application/rules/business-time.ts';
import { invitationEmail, invitationRefusal } from '../rules/invitation.ts';
import { refused, type Result, type Refused } from '../../application/rules/result.ts';
import type { AccountContext } from '../../application/account-context.ts';
import { createToken } from '../../accounts/commands/one-time-token.ts';
import { queueEmail } from '../../accounts/commands/queue-email.ts';
import {
  done,
  runInTransaction,
  type Done,
  type Transaction,
} from '../../application/transaction.ts';

/** The dependencies of an invitation: the account context without the identity port. */
export type InvitationContext = Omit<AccountContext, 'identity'>;

/**
 * Emails an invitation to join with a role. Its link works once and expires after seven days; only the
 * hash of its token is stored. Replaces any open invitation for the same email address. Returns the id of
 * the new invitation.
 */
export async function invitePerson(
  context: InvitationContext,
  actor: Actor,
  invitation: { readonly email: string; readonly role: Role },
): Promise<Result<number>> {
  return runInTransaction(context, actor.id, async (trx) => {
    const admins = await lockAdmins(trx);
    if (!admins.includes(actor.id))
      return refused('not_allowed', "You don't have permission to do that.");
    return sendInvitation(trx, context, actor.id, invitation);
  });
}

/** Stores an invitation and queues its email, on behalf of an admin whose row the caller has locked. Returns its id. */
export async function sendInvitation(
  trx: Transaction,
  context: InvitationContext,
  adminId: string,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<Done<number> | Refused> {
  await lockEmailAddress(trx, email);
  const addressOwner = await lockPersonByEmail(trx, email);
  const refusal = invitationRefusal(role, addressOwner);
  if (refusal) return refusal;
  const { business, publicUrl, clock } = context;
  const { token, hash } = createToken();
  const now = clock.now();
  const expiresAt = linkExpiresAt('invitation', now);
  const id = await upsertInvitation(trx, email, role, {
    invitedBy: adminId,
    tokenHash: hash,
    now,
    expiresAt,
  });
  const admin = await findUser(trx, { kind: 'all' }, adminId);
  const mail = invitationEmail(business.name, {
    invitedBy: admin ? `${admin.first_name} ${admin.last_name}` : business.name,
    role,
    link: `${publicUrl}/invitation#token=${token}`,
    lastDate: toLocalTime(expiresAt, business.timeZone).date,
  });
  const recipient = { to: email, userId: addressOwner?.emailVerified ? addressOwner.id : null };
  await queueEmail(trx, context, recipient, mail, expiresAt);
  return done(id, []);
}
