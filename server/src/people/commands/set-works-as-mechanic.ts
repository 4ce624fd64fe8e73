import { lockMechanic } from '../../database/locks.ts';
import { lockAdmins, lockPerson } from '../../accounts/changes/user-changes.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { accepted, refused, type Result } from '../../application/rules/result.ts';
import { mechanicWorkRefusal } from '../../accounts/rules/roles.ts';
import { personChanged } from '../../application/events.ts';
import { startMechanicWork, endMechanicWork } from './grant-role.ts';
import { done, runInTransaction, type Context } from '../../application/transaction.ts';

/**
 * Sets whether an admin also works as a mechanic (for example, in a one-person business). An admin who does can be
 * assigned jobs, and can start and complete them. This can't be turned off while they have open jobs.
 */
export async function setWorksAsMechanic(
  context: Context,
  actor: Actor,
  userId: string,
  works: boolean,
): Promise<Result<void>> {
  return runInTransaction(context, actor.id, async (trx) => {
    const admins = await lockAdmins(trx);
    const person = await lockPerson(trx, userId);
    if (!admins.includes(actor.id))
      return refused('not_allowed', "You don't have permission to do that.");
    if (!person) return refused('not_found', 'Person not found.');
    const refusal = mechanicWorkRefusal(person);
    if (refusal) return refusal;

    if (works && (await lockMechanic(trx, userId))) return done(undefined, []);
    const workEvents = works
      ? accepted(await startMechanicWork(trx, context, userId))
      : await endMechanicWork(trx, context, userId);
    if (!workEvents.ok) return workEvents;
    if (workEvents.value.length === 0) return done(undefined, []);
    return done(undefined, [personChanged(userId), ...workEvents.value]);
  });
}
