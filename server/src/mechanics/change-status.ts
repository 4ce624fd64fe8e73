import type { MechanicStatusChange } from '@curbwrench/contract/people/schemas';
import { releaseHolds } from '../scheduling/changes/hold-changes.ts';
import { findHeldAppointments } from '../scheduling/queries/day-plans.ts';
import { lockDays, lockMechanic } from '../database/locks.ts';
import { deletePosition, isSwitchedOff, findJobInProgress, setAvailable } from './changes.ts';
import { refuseNonMechanic } from './report-position.ts';
import { isOffSick } from './sick-changes.ts';
import type { OutboxEvent } from '../database/outbox-changes.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { mechanicChanged, slotsChanged } from '../application/events.ts';
import { placeMissingHolds } from '../scheduling/commands/place-holds.ts';
import {
  done,
  getCurrentMoment,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';

/**
 * Changes the availability switch of a mechanic, or of an admin who also works as one, and deletes their position
 * if it is null. The switch counts for the rest of the business day: off means no new work today. `on_job` follows
 * from a job in progress: it can't be set, and during a job the switch can't be used to leave it.
 */
export async function changeMechanicStatus(
  context: Context,
  actor: Actor,
  change: { readonly status?: MechanicStatusChange['status']; readonly location?: null },
): Promise<Result<void>> {
  const moment = getCurrentMoment(context);
  const today = moment.local.date;
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
        return refused('wrong_status', 'Your status changes to on a job when you start one.');
      }
      if (change.status !== 'on_job' && isOnJob) {
        return refused('wrong_status', 'You are on a job; complete it first.');
      }
      if (change.status === 'available' && (await isOffSick(trx, mechanicId, today))) {
        return refused('wrong_status', 'You are off sick today; say that you are back first.');
      }
      if (!isOnJob) {
        const isAvailable = change.status === 'available';
        const wasOff = await isSwitchedOff(trx, mechanicId, today);
        await setAvailable(trx, mechanicId, isAvailable, moment, { isOwnActivity: true });
        if (wasOff === isAvailable) {
          // Off: today's holds move to other mechanics. On: missing holds of today may be placed with them.
          if (!isAvailable)
            await releaseHolds(trx, await findHeldAppointments(trx, mechanicId, today));
          await placeMissingHolds(trx, today);
          slotEvents.push(slotsChanged(today));
        }
      }
    }
    const isDeleted = change.location === null;
    if (isDeleted) await deletePosition(trx, mechanicId);
    return done(undefined, [
      mechanicChanged(mechanicId, isDeleted ? job?.customerId : null),
      ...slotEvents,
    ]);
  });
}
