import type { MechanicStatusChange } from '@curbwrench/contract/people';
import { lockMechanic } from '../db/locks.ts';
import { jobUnderWay, setAvailable, setPosition } from '../db/mechanic-changes.ts';
import { announce } from '../db/outbox-changes.ts';
import { accepted, refused, type Outcome } from '../domain/outcome.ts';
import { mechanicChanged } from './announcements.ts';
import { momentOf, perform, type Context } from './transaction.ts';

/**
 * A mechanic's availability switch and position. `on_job` follows from a job in progress: it
 * can't be set, and while there is one the switch can't be used to leave it (D4).
 */
export async function changeMechanicStatus(
  context: Context,
  mechanicId: string,
  change: MechanicStatusChange,
): Promise<Outcome<void>> {
  const { now } = momentOf(context);
  return perform(context, async (trx) => {
    if (!(await lockMechanic(trx, mechanicId))) {
      return refused('not_found', 'There is no such mechanic.');
    }
    if (change.status !== undefined) {
      const onJob = (await jobUnderWay(trx, mechanicId)) !== null;
      if (change.status === 'on_job' && !onJob) {
        return refused('wrong_status', 'Being on a job follows from starting one.');
      }
      if (change.status !== 'on_job' && onJob) {
        return refused('wrong_status', 'You are on a job; complete it first.');
      }
      if (!onJob) await setAvailable(trx, mechanicId, change.status === 'available', now);
    }
    if (change.location) await setPosition(trx, mechanicId, change.location, now);
    await announce(trx, [mechanicChanged(mechanicId)], now);
    return accepted(undefined);
  });
}
