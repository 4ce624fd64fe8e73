import { updateAppointment } from '../changes/appointment-changes.ts';
import {
  findPreviousValues,
  findLatestEvent,
  deleteUndoableChange,
} from '../changes/undoable-changes.ts';
import { lockMechanic } from '../../database/locks.ts';
import { deletePositionsSince } from '../../mechanics/changes.ts';
import { isSwitchedOff, restoreSwitch } from '../../mechanics/switch-changes.ts';
import { moveHoldsAwayFrom } from '../../scheduling/commands/place-holds.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { appointmentChanged, mechanicChanged, slotsChanged } from '../../application/events.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../../application/transaction.ts';
import { lockAndCheckTransition } from './lock-and-check-transition.ts';
import { changedSinceThen } from './undo-placement.ts';

/**
 * Undoes the start of a job. Refused if the appointment has changed since then or if it is too late. The job is
 * confirmed again, the mechanic's switch is set back to what it was, and the positions reported since the start are
 * deleted. The customer is not notified of the start; the history records the start and the undo.
 */
export async function undoStart(
  context: Context,
  actor: Actor,
  appointmentId: number,
): Promise<Result<void>> {
  const currentTime = getCurrentTime(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const locked = await lockAndCheckTransition(
      trx,
      appointmentId,
      'undo_start',
      actor,
      currentTime,
    );
    if (!locked.ok) return locked;
    const { date, customer_id: customerId } = locked.value;
    const latest = await findLatestEvent(trx, appointmentId);
    if (latest?.kind !== 'started') return changedSinceThen;
    const before = await findPreviousValues(trx, appointmentId, 'start', currentTime.now);
    if (!before || !(await deleteUndoableChange(trx, appointmentId, 'start', latest.version))) {
      return refused('too_late', "It's too late to undo the start. Please call the office.");
    }
    if (!(await lockMechanic(trx, actor.id))) {
      return refused('not_allowed', 'Only an active mechanic can undo a start.');
    }
    await updateAppointment(
      trx,
      appointmentId,
      { status: 'confirmed' },
      { kind: 'start_undone', actorId: actor.id, now: currentTime.now },
    );
    await restoreSwitch(trx, actor.id, before, latest.at);
    await deletePositionsSince(trx, actor.id, latest.at);
    // The start had turned on the mechanic's availability switch. If the switch is off again now, today's holds on
    // their time move to other mechanics.
    const isOffAgain = await isSwitchedOff(trx, actor.id, date);
    const holdEvents = isOffAgain ? await moveHoldsAwayFrom(trx, actor.id, date) : [];
    return done(undefined, [
      appointmentChanged(locked.value, { mechanicId: actor.id }),
      mechanicChanged(actor.id, customerId),
      ...holdEvents,
      ...(isOffAgain ? [slotsChanged(date)] : []),
    ]);
  });
}
