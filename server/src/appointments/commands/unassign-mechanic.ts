import { changeAppointment } from '../changes/appointment-changes.ts';
import { withMovedHolds } from '../../scheduling/changes/hold-changes.ts';
import { loadDayPlan } from '../../scheduling/queries/day-plans.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { findPlacement } from '../../scheduling/rules/holds.ts';
import type { Result } from '../../application/rules/result.ts';
import { appointmentChanged, mechanicChanged, slotsChanged } from '../../application/events.ts';
import { lockForTransition } from './open-appointment.ts';
import { placeMissingHolds, toJobToPlace } from '../../scheduling/commands/place-holds.ts';
import { done, momentOf, runInTransaction, type Context } from '../../application/transaction.ts';

/**
 * Takes a confirmed appointment from its mechanic: dispatch unassigns it, or the mechanic declines it. It
 * keeps its time. Another mechanic's time is held for it if one is free, but never that of the one who just
 * declined; if none is, dispatch sees it as needing attention.
 */
export async function unassignMechanic(
  context: Context,
  actor: Actor,
  appointmentId: number,
  reason: string | null,
): Promise<Result<void>> {
  const moment = momentOf(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const locked = await lockForTransition(trx, appointmentId, 'unassign', actor, moment);
    if (!locked.ok) return locked;
    const appointment = locked.value;
    const former = appointment.mechanic_id;
    const isDeclined = former === actor.id;
    const declinedBy = isDeclined
      ? [...appointment.declined_by, actor.id]
      : appointment.declined_by;

    const { plan } = await loadDayPlan(
      trx,
      appointment.date,
      null,
      context.business.jobsEndWithinHours,
    );
    const want = toJobToPlace(appointment);
    const placement = findPlacement(plan, { ...want, declinedBy });
    await withMovedHolds(trx, placement?.moves, () =>
      changeAppointment(
        trx,
        appointment.id,
        {
          status: 'unassigned',
          mechanic_id: null,
          hold_mechanic_id: placement?.mechanicId ?? null,
          declined_by: declinedBy,
        },
        {
          kind: isDeclined ? 'declined' : 'unassigned',
          actorId: actor.id,
          now: moment.now,
          detail: { formerMechanicId: former, reason },
        },
      ),
    );
    await placeMissingHolds(trx, context, appointment.date);
    return done(undefined, [
      appointmentChanged(
        appointment,
        { formerMechanicId: former },
        { kind: 'unassigned', by: actor.id },
      ),
      slotsChanged(appointment.date),
      ...(former === null ? [] : [mechanicChanged(former)]),
    ]);
  });
}
