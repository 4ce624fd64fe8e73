import { lockAdmins, lockState, setActive } from '../../accounts/changes/user-changes.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { personChanged } from '../../application/events.ts';
import { beginWork, endDuties } from './give-role.ts';
import { secureAccount } from '../../accounts/commands/secure-account.ts';
import { done, momentOf, runInTransaction, type Context } from '../../application/transaction.ts';

/**
 * Deactivates a person: their sessions end and they can't sign in, but their name stays in the history.
 * Refused for the last active admin, and for a mechanic with open jobs. Reactivating restores the role, and a
 * mechanic works again; an admin who worked as a mechanic must be marked again.
 */
export async function changeActivation(
  context: Context,
  actor: Actor,
  userId: string,
  active: boolean,
): Promise<Result<void>> {
  const { now } = momentOf(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const admins = await lockAdmins(trx);
    const person = await lockState(trx, userId);
    if (!admins.includes(actor.id))
      return refused('not_allowed', "You don't have permission to do that.");
    if (!person) return refused('not_found', 'There is no such person.');
    if (person.active === active) return done(undefined, []);

    if (active) {
      await setActive(trx, userId, true, now);
      const begun = person.role === 'mechanic' ? await beginWork(trx, context, userId) : [];
      return done(undefined, [personChanged(userId), ...begun]);
    }
    const ended = await endDuties(trx, context, admins, person);
    if (!ended.ok) return ended;
    await setActive(trx, userId, false, now);
    await secureAccount(trx, userId, 'none');
    return done(undefined, [personChanged(userId), ...ended.value]);
  });
}
