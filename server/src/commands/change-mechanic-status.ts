import type { MechanicStatusChange } from '@curbwrench/contract/people';
import { lockMechanic } from '../db/locks.ts';
import {
  forgetPosition,
  isAvailable,
  jobUnderWay,
  setAvailable,
  setPosition,
} from '../db/mechanic-changes.ts';
import type { Actor } from '../domain/appointment.ts';
import { accepted, refused, type Outcome } from '../domain/outcome.ts';
import { mechanicChanged } from './announcements.ts';
import { momentOf, perform, type Context } from './transaction.ts';

/**
 * The availability switch and position of a mechanic, or of an admin who also works as one (D3).
 * A position is told to dispatch and to the customer whose job they are on, nobody else (D7).
 * `on_job` follows from a job in progress: it can't be set, and while there is one the switch
 * can't be used to leave it (D4). Where somebody is who is neither available nor on a job is no
 * business of anyone's (spec section 7): a window that hasn't heard of it yet is answered as ever,
 * and what it told is not kept.
 */
export async function changeMechanicStatus(
  context: Context,
  actor: Actor,
  change: MechanicStatusChange,
): Promise<Outcome<void>> {
  const { now } = momentOf(context);
  const mechanicId = actor.id;
  return perform(context, mechanicId, async (trx, tell) => {
    if (!(await lockMechanic(trx, mechanicId))) {
      // An admin who doesn't work as a mechanic has no such right at all (D1).
      return actor.role === 'mechanic'
        ? refused('not_found', 'There is no such mechanic.')
        : refused('not_allowed', 'You may not do that.');
    }
    const job = await jobUnderWay(trx, mechanicId);
    if (change.status !== undefined) {
      const onJob = job !== null;
      if (change.status === 'on_job' && !onJob) {
        return refused('wrong_status', 'Being on a job follows from starting one.');
      }
      if (change.status !== 'on_job' && onJob) {
        return refused('wrong_status', 'You are on a job; complete it first.');
      }
      if (!onJob) await setAvailable(trx, mechanicId, change.status === 'available', now);
    }
    if (change.location && (job !== null || (await isAvailable(trx, mechanicId)))) {
      await setPosition(trx, mechanicId, change.location, now);
    }
    if (change.location === null) await forgetPosition(trx, mechanicId);
    const moved = change.location !== undefined;
    // Also what wasn't kept is told of, to the window that sent it: it asks how things stand.
    tell([mechanicChanged(mechanicId, moved ? job?.customerId : null)]);
    return accepted(undefined);
  });
}
