import type { Role } from '@curbwrench/contract/roles';
import { lockAdmins, lockState } from '../../accounts/changes/user-changes.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { giveRole } from './give-role.ts';
import { done, runInTransaction, type Context } from '../../application/transaction.ts';

/**
 * Gives someone another role. The last active admin stays one, and a mechanic with open jobs stays
 * one until they are moved. Who becomes a mechanic gets default hours, and appointments that
 * wait without a hold get one; holds on who stops being one move to others where they can.
 */
export async function changeRole(
  context: Context,
  actor: Actor,
  userId: string,
  role: Role,
): Promise<Result<void>> {
  return runInTransaction(context, actor.id, async (trx) => {
    // All admins before the one person, so that two demotions at once queue up.
    const admins = await lockAdmins(trx);
    const person = await lockState(trx, userId);
    // Whoever was demoted while waiting for the lock changes nobody's role any more.
    if (!admins.includes(actor.id))
      return refused('not_allowed', "You don't have permission to do that.");
    if (!person) return refused('not_found', 'There is no such person.');
    const given = await giveRole(trx, context, admins, person, role);
    if (!given.ok) return given;
    return done(undefined, given.value);
  });
}
