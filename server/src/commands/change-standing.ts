import { endSessions } from '../db/session-changes.ts';
import { lockAdmins, lockState, setActive } from '../db/user-changes.ts';
import type { Actor } from '../domain/appointment.ts';
import { accepted, refused, type Outcome } from '../domain/outcome.ts';
import { personChanged } from './announcements.ts';
import { beginWork, endDuties } from './duties.ts';
import { momentOf, perform, type Context } from './transaction.ts';

/**
 * Deactivates someone (D3): their sessions end with it, and they can't come in any more; what they
 * did keeps their name. Refused for the last active admin, and for a mechanic with open jobs.
 * Reactivated, they have their role again, and a mechanic works again; an admin who worked as a
 * mechanic is marked anew.
 */
export async function changeStanding(
  context: Context,
  actor: Actor,
  userId: string,
  active: boolean,
): Promise<Outcome<void>> {
  const { now } = momentOf(context);
  return perform(context, actor.id, async (trx, tell) => {
    const admins = await lockAdmins(trx);
    const person = await lockState(trx, userId);
    if (!admins.includes(actor.id)) return refused('not_allowed', 'You may not do that.');
    if (!person) return refused('not_found', 'There is no such person.');
    if (person.active === active) return accepted(undefined);

    if (active) {
      await setActive(trx, userId, true, now);
      const begun = person.role === 'mechanic' ? await beginWork(trx, context, userId) : [];
      tell([personChanged(userId), ...begun]);
      return accepted(undefined);
    }
    const ended = await endDuties(trx, context, admins, person);
    if (!ended.ok) return ended;
    await setActive(trx, userId, false, now);
    await endSessions(trx, userId);
    tell([personChanged(userId), ...ended.value]);
    return accepted(undefined);
  });
}
