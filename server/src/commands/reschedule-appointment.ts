import { endTimeOf } from '@curbwrench/contract/booking-rules';
import { minutesOf } from '@curbwrench/contract/calendar';
import type { AppointmentStatus } from '@curbwrench/contract/lifecycle';
import { changeAppointment, whileMovingHolds } from '../db/appointment-changes.ts';
import { loadDayPlan } from '../db/day-plans.ts';
import type { Actor } from '../domain/appointment.ts';
import { placeAssignment } from '../domain/assignment.ts';
import { chooseSlot, type DayPlan } from '../domain/availability.ts';
import { accepted, type Outcome } from '../domain/outcome.ts';
import { appointmentChanged, mechanicChanged, slotsChanged } from './announcements.ts';
import { openAppointment } from './open-appointment.ts';
import { placeMissingHolds } from './placement.ts';
import { momentOf, perform, type Context } from './transaction.ts';

/**
 * Moves an appointment to another time, under the rules of a booking; it keeps its id and its
 * history. A confirmed one stays with its mechanic if they are free then, else it waits for one
 * again with a new hold (D4).
 */
export async function rescheduleAppointment(
  context: Context,
  actor: Actor,
  appointmentId: number,
  to: { readonly date: string; readonly startTime: string },
): Promise<Outcome<void>> {
  const moment = momentOf(context);
  return perform(context, actor.id, async (trx, tell) => {
    const opened = await openAppointment(trx, appointmentId, 'reschedule', actor, moment, to.date);
    if (!opened.ok) return opened;
    const appointment = opened.value;
    const former = appointment.mechanic_id;

    const { plan } = await loadDayPlan(trx, to.date, null, context.business.jobsEndWithinHours);
    const others = withoutAppointment(plan, appointment.id);
    // It keeps the length that was booked, whatever the service takes by now.
    const duration = minutesOf(appointment.end_time) - minutesOf(appointment.start_time);
    const service = { duration, skill: appointment.skill };

    // Whoever has it keeps it when they can; only else does it need someone else's time.
    const endTime = endTimeOf(to.startTime, service.duration);
    const kept =
      former !== null && endTime !== null
        ? placeAssignment(
            others,
            {
              interval: { from: minutesOf(to.startTime), to: minutesOf(endTime) },
              skill: service.skill,
            },
            former,
          )
        : null;
    const choice = chooseSlot(others, service, to.startTime, moment.local);
    if (!choice.ok && (choice.refusal.code === 'slot_closed' || !kept?.ok)) return choice;

    const staysWith = kept?.ok ? former : null;
    const placement = choice.ok && staysWith === null ? choice.placement : null;
    await whileMovingHolds(trx, kept?.ok ? kept.moves : placement?.moves, () =>
      changeAppointment(
        trx,
        appointment.id,
        {
          date: to.date,
          start_time: to.startTime,
          end_time: endTime ?? to.startTime,
          status: statusAfterMove(appointment.status, staysWith),
          mechanic_id: staysWith,
          hold_mechanic_id: placement?.mechanicId ?? null,
          // Who declined the old time may well take the new one.
          declined_by: [],
        },
        {
          kind: 'rescheduled',
          actorId: actor.id,
          now: moment.now,
          detail: {
            fromDate: appointment.date,
            fromTime: appointment.start_time.slice(0, 5),
            toDate: to.date,
            toTime: to.startTime,
            ...(staysWith !== former && { formerMechanicId: former }),
          },
        },
      ),
    );
    await placeMissingHolds(trx, context, appointment.date);
    tell([
      appointmentChanged(appointment, { mechanicId: staysWith, formerMechanicId: former }),
      slotsChanged(appointment.date),
      ...(to.date === appointment.date ? [] : [slotsChanged(to.date)]),
      ...(former === null ? [] : [mechanicChanged(former)]),
    ]);
    return accepted(undefined);
  });
}

/** A confirmed appointment that loses its mechanic waits again; any other keeps its status. */
function statusAfterMove(status: AppointmentStatus, mechanicId: string | null): AppointmentStatus {
  return status === 'confirmed' && mechanicId === null ? 'pending' : status;
}

/** The day as it would be if the appointment were not on it: its own time is free for it. */
function withoutAppointment(plan: DayPlan, appointmentId: number): DayPlan {
  return {
    ...plan,
    engagements: plan.engagements.filter((other) => other.appointmentId !== appointmentId),
  };
}
