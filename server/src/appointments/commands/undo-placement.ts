import type { LockedAppointment } from '../changes/appointment-changes.ts';
import {
  findPreviousValues,
  findLatestEvent,
  deleteUndoableChange,
  type PreviousPlacement,
} from '../changes/undoable-changes.ts';
import { withMovedHolds } from '../../scheduling/changes/hold-changes.ts';
import { loadDayPlan } from '../../scheduling/queries/day-plans.ts';
import { decideUndo } from '../../scheduling/rules/placement.ts';
import { placeMissingHolds, getJobToPlace } from '../../scheduling/commands/place-holds.ts';
import { lockMechanic } from '../../database/locks.ts';
import { insertStrandedJobs } from '../../working-time/changes.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
  type Transaction,
} from '../../application/transaction.ts';
import { lockAndCheckTransition } from './lock-and-check-transition.ts';
import { listPlacementEvents, listTransitions, writePlacement } from './write-placement.ts';

/**
 * Restores the time and mechanic that an appointment had before `placeAppointment`. Refused if the appointment has
 * changed since then, if it is too late to undo, or if the previous time is now taken. If the previous mechanic still
 * doesn't work at that time, the appointment needs attention again. Nobody is notified of the change or the undo; the
 * history records both.
 */
export async function undoPlacement(
  context: Context,
  actor: Actor,
  appointmentId: number,
  version: number,
): Promise<Result<void>> {
  const currentTime = getCurrentTime(context);
  return runInTransaction(context, actor.id, async (trx) => {
    // Read before locking, because the day to which the appointment returns must be locked too.
    const before = await findPreviousValues(trx, appointmentId, 'dispatch', currentTime.now);
    const locked = await lockAndCheckTransition(
      trx,
      appointmentId,
      (appointment) => (before ? listTransitions(appointment, before) : []),
      actor,
      currentTime,
      before?.date,
    );
    if (!locked.ok) return locked;
    const appointment = locked.value;
    if ((await findLatestEvent(trx, appointmentId))?.version !== version) {
      return changedSinceThen;
    }
    if (!before || !(await deleteUndoableChange(trx, appointmentId, 'dispatch', version))) {
      return refused(
        'too_late',
        "It's too late to undo this. Please change the appointment instead.",
      );
    }
    const { mechanic_id: mechanicId } = before;
    const isMechanicActive = mechanicId === null || (await lockMechanic(trx, mechanicId));
    const placement = isMechanicActive
      ? await findPreviousPlacement(trx, appointment, before)
      : null;
    if (!placement) {
      return refused('slot_taken', 'That time has since been taken, so nothing was undone.');
    }
    await withMovedHolds(trx, placement.moves, () =>
      writePlacement(trx, appointment, placement.columns, actor.id, currentTime.now),
    );
    if (before.wasStranded && !placement.fits) await insertStrandedJobs(trx, [appointmentId]);
    await placeMissingHolds(trx, appointment.date);
    return done(undefined, listPlacementEvents(appointment, placement.columns));
  });
}

/** The refusal to undo a change that is no longer the appointment's latest one. */
export const changedSinceThen = refused(
  'changed_meanwhile',
  'This appointment has changed in the meantime, so nothing was undone.',
);

/**
 * Returns the columns to restore, including the hold, and the other holds that must move; null if the time is taken.
 */
async function findPreviousPlacement(
  trx: Transaction,
  appointment: LockedAppointment,
  before: PreviousPlacement,
) {
  const { plan } = await loadDayPlan(trx, before.date, []);
  const { wasStranded: _, ...columns } = before;
  const job = {
    ...getJobToPlace({ ...appointment, ...columns }),
    appointmentId: appointment.id,
    date: before.date,
  };
  const decision = decideUndo(plan, job, before.mechanic_id);
  if (!decision.ok) return null;
  return {
    columns: { ...columns, held_mechanic_id: decision.heldMechanicId },
    moves: decision.moves,
    fits: decision.fits,
  };
}
