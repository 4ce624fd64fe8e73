import { lockInvitation } from '../changes/invitation-changes.ts';
import { lockAdmins } from '../../accounts/changes/user-changes.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { sendInvitation, type InvitationContext } from './invite-person.ts';
import { runInTransaction } from '../../application/transaction.ts';

/**
 * Sends an invitation again, even if it has expired, with a new link that is valid for the full period. The previous
 * link becomes invalid. Returns the invitation's id.
 */
export async function resendInvitation(
  context: InvitationContext,
  actor: Actor,
  id: number,
): Promise<Result<number>> {
  return runInTransaction(context, actor.id, async (trx) => {
    const admins = await lockAdmins(trx);
    if (!admins.includes(actor.id))
      return refused('not_allowed', "You don't have permission to do that.");
    const invitation = await lockInvitation(trx, id);
    if (!invitation) return refused('not_found', 'Invitation not found.');
    return sendInvitation(trx, context, actor.id, invitation);
  });
}
