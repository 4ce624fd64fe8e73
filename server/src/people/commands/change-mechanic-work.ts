import { lockMechanic } from '../../database/locks.ts';
import { lockAdmins, lockState } from '../../accounts/changes/user-changes.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { accepted, refused, type Result } from '../../application/rules/result.ts';
import { whyNoMechanicWork } from '../../accounts/rules/person.ts';
import { personChanged } from '../../application/events.ts';
import { beginWork, endWork } from './give-role.ts';
import { done, runInTransaction, type Context } from '../../application/transaction.ts';

/**
 * Marks an admin as also working as a mechanic, or no longer (a business of one). Such an admin can be
 * assigned, and start and complete their own jobs; the mark can't be removed while they have open ones.
 */
export async function changeMechanicWork(
  context: Context,
  actor: Actor,
  userId: string,
  works: boolean,
): Promise<Result<void>> {
  return runInTransaction(context, actor.id, async (trx) => {
    const admins = await lockAdmins(trx);
    const person = await lockState(trx, userId);
    if (!admins.includes(actor.id))
      return refused('not_allowed', "You don't have permission to do that.");
    if (!person) return refused('not_found', 'There is no such person.');
    const refusal = whyNoMechanicWork(person);
    if (refusal) return refusal;

    if (works && (await lockMechanic(trx, userId))) return done(undefined, []);
    const changed = works
      ? accepted(await beginWork(trx, context, userId))
      : await endWork(trx, context, userId);
    if (!changed.ok) return changed;
    if (changed.value.length === 0) return done(undefined, []);
    return done(undefined, [personChanged(userId), ...changed.value]);
  });
}
