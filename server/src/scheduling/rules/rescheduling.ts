import { calculateEndTime, slotTimes } from '@curbwrench/contract/scheduling/booking-rules';
import { toMinutes } from '@curbwrench/contract/fields/calendar';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import { decideAssignment } from './assignment.ts';
import { chooseSlot, type BookingMoment, type SlotChoice } from './availability.ts';
import type { DayPlan } from './day-plan.ts';

/** What determines where an appointment can be moved. */
export interface MovableAppointment {
  readonly id: number;
  /** Minutes as booked, whatever the service takes now. */
  readonly duration: number;
  readonly skills: readonly string[];
  readonly mechanicId: string | null;
}

/**
 * A time that an appointment can be moved to, with the mechanic it stays with or whose time it will hold, or a
 * refusal as for a booking.
 */
export type NewTimeChoice =
  | {
      readonly ok: true;
      readonly endTime: string;
      readonly staysWith: string | null;
      readonly holdMechanicId: string | null;
      readonly moves: ReadonlyMap<number, string> | undefined;
    }
  | Extract<SlotChoice, { ok: false }>;

/**
 * Checks whether an appointment can be moved to `startTime` on this plan's day, under the rules for booking;
 * its own time counts as free. A confirmed one stays with its mechanic if they are free then; otherwise it
 * needs another mechanic's time.
 */
export function chooseNewTime(
  plan: DayPlan,
  appointment: MovableAppointment,
  startTime: string,
  now: BookingMoment,
): NewTimeChoice {
  const planWithoutIt = withoutAppointment(plan, appointment.id);
  const { skills, duration, mechanicId } = appointment;
  const choice = chooseSlot(planWithoutIt, { duration, skills }, startTime, now);
  const endTime = calculateEndTime(startTime, duration);
  const currentMechanic =
    mechanicId !== null && endTime !== null
      ? decideAssignment(
          planWithoutIt,
          { interval: { from: toMinutes(startTime), to: toMinutes(endTime) }, skills },
          mechanicId,
        )
      : null;
  if (!choice.ok && (choice.refusal.code === 'slot_closed' || !currentMechanic?.ok)) return choice;
  if (currentMechanic?.ok) {
    return {
      ok: true,
      endTime: endTime ?? startTime,
      staysWith: mechanicId,
      holdMechanicId: null,
      moves: currentMechanic.moves,
    };
  }
  const placement = choice.ok ? choice.placement : null;
  return {
    ok: true,
    endTime: endTime ?? startTime,
    staysWith: null,
    holdMechanicId: placement?.mechanicId ?? null,
    moves: placement?.moves,
  };
}

/** Returns the ten time slots of a day: those shown as available are those that `chooseNewTime` accepts. */
export function listNewTimes(
  plan: DayPlan,
  appointment: MovableAppointment,
  now: BookingMoment,
): Slot[] {
  return slotTimes.map((startTime) => {
    const choice = chooseNewTime(plan, appointment, startTime, now);
    return {
      startTime,
      endTime: calculateEndTime(startTime, appointment.duration),
      available: choice.ok,
      reason: choice.ok ? null : choice.reason,
    };
  });
}

/** Returns the day without the appointment, so that its own time is free for it. */
function withoutAppointment(plan: DayPlan, appointmentId: number): DayPlan {
  return {
    ...plan,
    engagements: plan.engagements.filter((other) => other.appointmentId !== appointmentId),
  };
}
