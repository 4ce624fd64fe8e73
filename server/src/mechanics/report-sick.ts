import { lockDays, lockMechanic } from '../database/locks.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { mechanicChanged, slotsChanged } from '../application/events.ts';
import { placeMissingHolds } from '../scheduling/commands/place-holds.ts';
import { releaseHolds } from '../scheduling/changes/hold-changes.ts';
import { findHeldAppointments } from '../scheduling/queries/day-plans.ts';
import { deleteSickDay, forgetSwitch, insertSickDay, isOffSick } from './sick-changes.ts';
import {
  done,
  getCurrentMoment,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';

/**
 * Enters that a mechanic is off sick for the rest of today, or takes that back. Off: they get no new work, their holds
 * move to others at once, a job in progress stays theirs, and their other jobs wait to be covered. Back: their working
 * hours decide again, and jobs that were covered stay with those who took them. Doing either twice changes nothing.
 */
export async function setSickToday(
  context: Context,
  actor: Actor,
  mechanicId: string,
  isSick: boolean,
): Promise<Result<void>> {
  const moment = getCurrentMoment(context);
  const today = moment.local.date;
  return runInTransaction(context, actor.id, async (trx) => {
    await lockDays(trx, [today]);
    if (!(await lockMechanic(trx, mechanicId)))
      return refused('not_found', 'There is no such mechanic.');
    if ((await isOffSick(trx, mechanicId, today)) === isSick) return done(undefined, []);
    if (isSick) {
      await insertSickDay(trx, mechanicId, moment.local);
      await releaseHolds(trx, await findHeldAppointments(trx, mechanicId, today));
    } else {
      await deleteSickDay(trx, mechanicId, today);
    }
    await forgetSwitch(trx, mechanicId);
    await placeMissingHolds(trx, today);
    return done(undefined, [mechanicChanged(mechanicId), slotsChanged(today)]);
  });
}
