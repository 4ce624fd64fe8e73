import { loadDayPlan } from '../db/day-plans.ts';
import { changeAppointment, whileMovingHolds } from '../db/appointment-changes.ts';
import { lockMechanic } from '../db/locks.ts';
import type { Actor } from '../domain/appointment.ts';
import { placeAssignment } from '../domain/assignment.ts';
import { accepted, refused, type Outcome } from '../domain/outcome.ts';
import { appointmentChanged, mechanicChanged, slotsChanged } from './announcements.ts';
import { openAppointment } from './open-appointment.ts';
import { placeMissingHolds, waitingIn, wantOf } from './placement.ts';
import { momentOf, perform, type Context, type Work } from './transaction.ts';

/**
 * Gives an appointment to a mechanic, who and whose confirmation change together (D4). Other
 * holds of the day may move to make room; where they can't, it is refused naming the appointment
 * in the way (D5). Assigning the mechanic who has it already changes nothing.
 */
export async function assignMechanic(
  context: Context,
  actor: Actor,
  appointmentId: number,
  mechanicId: string,
): Promise<Outcome<void>> {
  const moment = momentOf(context);
  return perform(context, actor.id, async (trx, tell) => {
    const opened = await openAppointment(trx, appointmentId, 'assign', actor, moment);
    if (!opened.ok) return opened;
    const appointment = opened.value;
    if (appointment.mechanic_id === mechanicId) return accepted(undefined);
    const [isMechanic, { plan }] = await Promise.all([
      lockMechanic(trx, mechanicId),
      loadDayPlan(trx, appointment.date, null, context.business.jobsEndWithinHours),
    ]);
    if (!isMechanic) return refused('not_found', 'There is no such mechanic.');
    const placed = placeAssignment(plan, wantOf(appointment), mechanicId);
    if (!placed.ok) return placed;

    const assign = (last: Work) =>
      whileMovingHolds(last, placed.moves, () =>
        changeAppointment(
          last,
          appointment.id,
          { status: 'confirmed', mechanic_id: mechanicId, hold_mechanic_id: null },
          {
            kind: 'assigned',
            actorId: actor.id,
            now: moment.now,
            detail: { mechanicId, formerMechanicId: appointment.mechanic_id },
          },
        ),
      );
    // Its former place may be what another appointment of that day waits for.
    const mayFreePlace = waitingIn(plan).some((id) => id !== appointment.id);
    if (mayFreePlace) {
      await assign(trx);
      await placeMissingHolds(trx, context, appointment.date);
    }
    const former = appointment.mechanic_id;
    tell(
      [
        appointmentChanged(
          appointment,
          { mechanicId, formerMechanicId: former },
          { kind: 'assigned', by: actor.id },
        ),
        slotsChanged(appointment.date),
        mechanicChanged(mechanicId),
        ...(former === null ? [] : [mechanicChanged(former)]),
      ],
      mayFreePlace ? {} : { changes: assign },
    );
    return accepted(undefined);
  });
}
