import type { Role } from '@curbwrench/contract/people/roles';
import { lockAdmins, lockPerson } from '../../accounts/changes/user-changes.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { giveRole } from './give-role.ts';
import { done, runInTransaction, type Context } from '../../application/transaction.ts';

/**
 * Gives a person another role. The last active admin can't be demoted, and a mechanic with open
 * jobs keeps the role until they are moved. A new mechanic gets default hours, and appointments
 * without a hold get one; a former mechanic's holds move to others where possible.
 */
export async function changeRole(
  context: Context,
  actor: Actor,
  userId: string,
  role: Role,
): Promise<Result<void>> {
  return runInTransaction(context, actor.id, async (trx) => {
    // All admins before the one person, so that two parallel demotions run one after the other.
    const admins = await lockAdmins(trx);
    const person = await lockPerson(trx, userId);
    // An admin who was demoted while waiting for the lock may no longer change roles.
    if (!admins.includes(actor.id))
      return refused('not_allowed', "You don't have permission to do that.");
    if (!person) return refused('not_found', 'There is no such person.');
    const roleEvents = await giveRole(trx, context, admins, person, role);
    if (!roleEvents.ok) return roleEvents;
    return done(undefined, roleEvents.value);
  });
}
