import type { Role } from '@curbwrench/contract/people/roles';
import { lockAdmins, lockPerson } from '../../accounts/changes/user-changes.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { grantRole } from './grant-role.ts';
import { done, runInTransaction, type Context } from '../../application/transaction.ts';

/**
 * Gives a person a different role. Refused for the last active admin and for a mechanic with open
 * jobs. A new mechanic gets default hours, and appointments without a hold get one if possible; a
 * former mechanic's holds move to other mechanics if possible.
 */
export async function changeRole(
  context: Context,
  actor: Actor,
  userId: string,
  role: Role,
): Promise<Result<void>> {
  return runInTransaction(context, actor.id, async (trx) => {
    // Locks all admins before the person, so that two concurrent demotions run one after the other.
    const admins = await lockAdmins(trx);
    const person = await lockPerson(trx, userId);
    // An admin who was demoted while waiting for the lock may no longer change roles.
    if (!admins.includes(actor.id))
      return refused('not_allowed', "You don't have permission to do that.");
    if (!person) return refused('not_found', 'Person not found.');
    const roleEvents = await grantRole(trx, context, admins, person, role);
    if (!roleEvents.ok) return roleEvents;
    return done(undefined, roleEvents.value);
  });
}
