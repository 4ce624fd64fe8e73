import { endTimeOf, slotTimes } from '@curbwrench/contract/booking-rules';
import { minutesOf } from '@curbwrench/contract/calendar';
import type { Slot } from '@curbwrench/contract/slots';
import { placeAssignment } from './assignment.ts';
import { chooseSlot, type BookingMoment, type SlotChoice } from './availability.ts';
import type { DayPlan } from './day-plan.ts';

/** What of an appointment decides where it can be moved. */
export interface Movable {
  readonly id: number;
  /** Minutes that were booked, whatever the service takes by now. */
  readonly duration: number;
  readonly skill: string | null;
  readonly mechanicId: string | null;
}

/**
 * A time that an appointment can be moved to: with the mechanic it stays with, or with whose time
 * it holds from then on; or why it can't, as for a booking.
 */
export type NewTime =
  | {
      readonly ok: true;
      readonly endTime: string;
      readonly staysWith: string | null;
      readonly holdMechanicId: string | null;
      readonly moves: ReadonlyMap<number, string> | undefined;
    }
  | Extract<SlotChoice, { ok: false }>;

/**
 * Whether an appointment can be moved to `startTime` of the day of this plan, under the rules of a
 * booking; its own time counts as free. A confirmed one stays with its mechanic where they are free
 * then, and only else needs someone else's time.
 */
export function chooseNewTime(
  plan: DayPlan,
  appointment: Movable,
  startTime: string,
  now: BookingMoment,
): NewTime {
  const others = withoutAppointment(plan, appointment.id);
  const { skill, duration, mechanicId } = appointment;
  const choice = chooseSlot(others, { duration, skill }, startTime, now);
  const endTime = endTimeOf(startTime, duration);
  const kept =
    mechanicId !== null && endTime !== null
      ? placeAssignment(
          others,
          { interval: { from: minutesOf(startTime), to: minutesOf(endTime) }, skill },
          mechanicId,
        )
      : null;
  if (!choice.ok && (choice.refusal.code === 'slot_closed' || !kept?.ok)) return choice;
  if (kept?.ok) {
    return {
      ok: true,
      endTime: endTime ?? startTime,
      staysWith: mechanicId,
      holdMechanicId: null,
      moves: kept.moves,
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

/** The ten time slots of a day as `chooseNewTime` decides them: what is shown is what is taken. */
export function newTimesOf(plan: DayPlan, appointment: Movable, now: BookingMoment): Slot[] {
  return slotTimes.map((startTime) => {
    const choice = chooseNewTime(plan, appointment, startTime, now);
    return {
      startTime,
      endTime: endTimeOf(startTime, appointment.duration),
      available: choice.ok,
      reason: choice.ok ? null : choice.reason,
    };
  });
}

/** The day as it would be if the appointment were not on it: its own time is free for it. */
function withoutAppointment(plan: DayPlan, appointmentId: number): DayPlan {
  return {
    ...plan,
    engagements: plan.engagements.filter((other) => other.appointmentId !== appointmentId),
  };
}
