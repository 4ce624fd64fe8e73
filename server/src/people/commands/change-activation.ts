import { lockAdmins, lockPerson, setActive } from '../../accounts/changes/user-changes.ts';
import { deleteFeedsOwnedBy } from '../../calendar-feeds/changes.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { personChanged } from '../../application/events.ts';
import { startMechanicWork, endRole } from './grant-role.ts';
import { secureAccount } from '../../accounts/commands/secure-account.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../../application/transaction.ts';

/**
 * Deactivates or reactivates a person. A deactivated person's sessions and calendar feeds end and they can't sign in,
 * but their name stays in the history. Deactivation is refused for the last active admin and for a mechanic with open
 * jobs. A reactivated person has their previous role, and a mechanic can get work again; an admin who also worked as a
 * mechanic must be marked as one again.
 */
export async function changeActivation(
  context: Context,
  actor: Actor,
  userId: string,
  active: boolean,
): Promise<Result<void>> {
  const { now } = getCurrentTime(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const admins = await lockAdmins(trx);
    const person = await lockPerson(trx, userId);
    if (!admins.includes(actor.id))
      return refused('not_allowed', "You don't have permission to do that.");
    if (!person) return refused('not_found', 'Person not found.');
    if (person.active === active) return done(undefined, []);

    if (active) {
      await setActive(trx, userId, true, now);
      const workEvents =
        person.role === 'mechanic' ? await startMechanicWork(trx, context, userId) : [];
      return done(undefined, [personChanged(userId), ...workEvents]);
    }
    const endEvents = await endRole(trx, context, admins, person);
    if (!endEvents.ok) return endEvents;
    await setActive(trx, userId, false, now);
    await secureAccount(trx, userId, { keepSessions: 'none' });
    await deleteFeedsOwnedBy(trx, userId);
    return done(undefined, [personChanged(userId), ...endEvents.value]);
  });
}
