import { lockEmailAddress } from '../../accounts/changes/account-changes.ts';
import { eraseUnusedInvitationAddress } from '../../erasure/changes.ts';
import { lockInvitation, deleteInvitation } from '../changes/invitation-changes.ts';
import { lockAdmins } from '../../accounts/changes/user-changes.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { done, runInTransaction, type Context } from '../../application/transaction.ts';

/** Withdraws an invitation: its link becomes invalid, and its email address is erased unless an account uses it. */
export async function withdrawInvitation(
  context: Context,
  actor: Actor,
  id: number,
): Promise<Result<void>> {
  return runInTransaction(context, actor.id, async (trx) => {
    const admins = await lockAdmins(trx);
    if (!admins.includes(actor.id))
      return refused('not_allowed', "You don't have permission to do that.");
    const invitation = await lockInvitation(trx, id);
    if (!invitation) return refused('not_found', 'Invitation not found.');
    await deleteInvitation(trx, id);
    await lockEmailAddress(trx, invitation.email);
    await eraseUnusedInvitationAddress(trx, invitation.email);
    return done(undefined, []);
  });
}
