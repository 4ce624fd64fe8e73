import type { MechanicStatusChange } from '@curbwrench/contract/people/schemas';
import { lockDays, lockMechanic } from '../database/locks.ts';
import { deletePosition, findJobInProgress } from './changes.ts';
import { isSwitchedOff, setAvailable } from './switch-changes.ts';
import { refuseNonMechanic } from './report-position.ts';
import { isOutSick } from './sick-changes.ts';
import type { OutboxEvent } from '../database/outbox-changes.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { mechanicChanged, slotsChanged } from '../application/events.ts';
import { moveHoldsAwayFrom, placeMissingHolds } from '../scheduling/commands/place-holds.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';

/**
 * Changes the availability switch of a mechanic, or of an admin who also works as one, and deletes their position if
 * `location` is null. The switch applies to the rest of the business day: off means no new work today. The status
 * `on_job` follows from a job in progress: nobody can set it, or change their status during a job.
 */
export async function changeMechanicStatus(
  context: Context,
  actor: Actor,
  change: { readonly status?: MechanicStatusChange['status']; readonly location?: null },
): Promise<Result<void>> {
  const currentTime = getCurrentTime(context);
  const today = currentTime.local.date;
  const mechanicId = actor.id;
  return runInTransaction(context, mechanicId, async (trx) => {
    // The switch affects today's time slots.
    if (change.status !== undefined) await lockDays(trx, [today]);
    if (!(await lockMechanic(trx, mechanicId))) return refuseNonMechanic(actor);
    const job = await findJobInProgress(trx, mechanicId);
    const slotEvents: OutboxEvent[] = [];
    if (change.status !== undefined) {
      const isOnJob = job !== null;
      if (change.status === 'on_job' && !isOnJob) {
        return refused('wrong_status', 'Your status changes automatically when you start a job.');
      }
      if (change.status !== 'on_job' && isOnJob) {
        return refused('wrong_status', "You're on a job. Complete it first.");
      }
      if (change.status === 'available' && (await isOutSick(trx, mechanicId, today))) {
        return refused('wrong_status', "You're out sick today. Press I'm Back first.");
      }
      if (!isOnJob) {
        const isAvailable = change.status === 'available';
        const wasOff = await isSwitchedOff(trx, mechanicId, today);
        await setAvailable(trx, mechanicId, isAvailable, currentTime, { isOwnActivity: true });
        if (wasOff === isAvailable) {
          // If the switch is off, today's holds move to other mechanics. If it is on, this mechanic may get missing
          // holds.
          const holdEvents = isAvailable
            ? await placeMissingHolds(trx, today)
            : await moveHoldsAwayFrom(trx, mechanicId, today);
          slotEvents.push(slotsChanged(today), ...holdEvents);
        }
      }
    }
    const isPositionDeleted = change.location === null;
    if (isPositionDeleted) await deletePosition(trx, mechanicId);
    return done(undefined, [
      mechanicChanged(mechanicId, isPositionDeleted ? job?.customerId : null),
      ...slotEvents,
    ]);
  });
}
