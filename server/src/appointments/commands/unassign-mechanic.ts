import { updateAppointment } from '../changes/appointment-changes.ts';
import { withMovedHolds } from '../../scheduling/changes/hold-changes.ts';
import { loadDayPlan } from '../../scheduling/queries/day-plans.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { findPlacement } from '../../scheduling/rules/holds.ts';
import type { Result } from '../../application/rules/result.ts';
import { appointmentChanged, mechanicChanged, slotsChanged } from '../../application/events.ts';
import { lockAndCheckTransition } from './lock-and-check-transition.ts';
import { placeMissingHolds, getJobToPlace } from '../../scheduling/commands/place-holds.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../../application/transaction.ts';

/**
 * Takes a confirmed appointment away from its mechanic: the office unassigns it, or the mechanic declines it. Its date
 * and time stay the same. If another available mechanic has not declined it, holds that mechanic's time for it.
 * Otherwise, the office sees that the appointment needs attention.
 */
export async function unassignMechanic(
  context: Context,
  actor: Actor,
  appointmentId: number,
  reason: string | null,
): Promise<Result<void>> {
  const currentTime = getCurrentTime(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const locked = await lockAndCheckTransition(trx, appointmentId, 'unassign', actor, currentTime);
    if (!locked.ok) return locked;
    const appointment = locked.value;
    const formerMechanicId = appointment.mechanic_id;
    const isDeclined = formerMechanicId === actor.id;
    const declinedBy = isDeclined
      ? [...appointment.declined_by, actor.id]
      : appointment.declined_by;

    const { plan } = await loadDayPlan(trx, appointment.date, []);
    const job = { ...getJobToPlace(appointment), declinedBy };
    const placement = findPlacement(plan, job);
    await withMovedHolds(trx, placement?.moves, () =>
      updateAppointment(
        trx,
        appointment.id,
        {
          status: 'unassigned',
          mechanic_id: null,
          held_mechanic_id: placement?.mechanicId ?? null,
          declined_by: declinedBy,
        },
        {
          kind: isDeclined ? 'declined' : 'unassigned',
          actorId: actor.id,
          now: currentTime.now,
          detail: { formerMechanicId, reason },
        },
      ),
    );
    const holdEvents = await placeMissingHolds(trx, appointment.date);
    return done(undefined, [
      ...holdEvents,
      appointmentChanged(appointment, { formerMechanicId }, { kind: 'unassigned', by: actor.id }),
      slotsChanged(appointment.date),
      ...(formerMechanicId === null ? [] : [mechanicChanged(formerMechanicId)]),
    ]);
  });
}
