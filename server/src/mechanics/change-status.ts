import type { MechanicStatusChange } from '@curbwrench/contract/people/schemas';
import { releaseHolds } from '../scheduling/changes/hold-changes.ts';
import { findHeldAppointments } from '../scheduling/queries/day-plans.ts';
import { lockDays, lockMechanic } from '../database/locks.ts';
import {
  deletePosition,
  isSwitchedOff,
  findJobInProgress,
  readSharing,
  setAvailable,
  setPosition,
} from './changes.ts';
import { isPlausible } from './position-rules.ts';
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
 * Changes the availability switch and position of a mechanic, or of an admin who also works as one.
 * The switch counts for the rest of the business day: off means no new work today. A position is
 * visible only to dispatch and to the customer of the mechanic's current job. `on_job` follows from
 * a job in progress: it can't be set, and during a job the switch can't be used to leave it. The
 * position of a mechanic who is neither available nor on a job, or whose working hours are over, is
 * private: it is not stored, and a browser tab that still sends it gets the usual response. So does
 * one that sends a coarse or impossible position, which changes nothing.
 */
export async function changeMechanicStatus(
  context: Context,
  actor: Actor,
  change: MechanicStatusChange,
): Promise<Result<void>> {
  const moment = getCurrentMoment(context);
  const { now } = moment;
  const today = moment.local.date;
  const mechanicId = actor.id;
  return runInTransaction(context, mechanicId, async (trx) => {
    // The switch affects today's time slots.
    if (change.status !== undefined) await lockDays(trx, [today]);
    if (!(await lockMechanic(trx, mechanicId))) {
      // An admin who doesn't work as a mechanic has no such right at all.
      return actor.role === 'mechanic'
        ? refused('not_found', 'There is no such mechanic.')
        : refused('not_allowed', "You don't have permission to do that.");
    }
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
      if (!isOnJob) {
        const isAvailable = change.status === 'available';
        const wasOff = await isSwitchedOff(trx, mechanicId, today);
        await setAvailable(trx, mechanicId, isAvailable, moment, { isOwnActivity: true });
        if (wasOff === isAvailable) {
          // Off: today's holds move to other mechanics. On: missing holds of today may be placed with them.
          if (!isAvailable)
            await releaseHolds(trx, await findHeldAppointments(trx, mechanicId, today));
          await placeMissingHolds(trx, context, today);
          slotEvents.push(slotsChanged(today));
        }
      }
    }
    if (change.location) {
      const { isSharing, last } = await readSharing(trx, mechanicId, moment);
      if (isSharing && !isPlausible(change.location, last, now)) return done(undefined, slotEvents);
      if (isSharing) await setPosition(trx, mechanicId, change.location, now);
    }
    if (change.location === null) await deletePosition(trx, mechanicId);
    const hasLocation = change.location !== undefined;
    // Even a position that wasn't stored sends an event, so that the tab that sent it reloads the status.
    return done(undefined, [
      mechanicChanged(mechanicId, hasLocation ? job?.customerId : null),
      ...slotEvents,
    ]);
  });
}
