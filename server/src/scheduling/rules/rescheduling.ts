import { calculateEndTime, listStartTimes } from '@curbwrench/contract/scheduling/booking-rules';
import { toMinutes } from '@curbwrench/contract/fields/calendar';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import { decideAssignment } from './assignment.ts';
import { chooseSlot, presentSlot, type BookingContext, type SlotChoice } from './availability.ts';
import type { DayPlan } from './day-plan.ts';

/** The properties of an appointment that determine which times it can be rescheduled to. */
export interface MovableAppointment {
  readonly id: number;
  /** In minutes, as booked, even if the service's duration is different now. */
  readonly duration: number;
  readonly skills: readonly string[];
  readonly mechanicId: string | null;
}

/**
 * A time that an appointment can be rescheduled to, or the same refusal as for a booking. Comes with the mechanic who
 * keeps the appointment or, if there is none, the mechanic whose time will be held for it.
 */
export type NewTimeChoice =
  | {
      readonly ok: true;
      readonly endTime: string;
      readonly keptMechanicId: string | null;
      readonly heldMechanicId: string | null;
      readonly moves: ReadonlyMap<number, string> | undefined;
      /** Whether the time is outside working hours, which the office confirmed. */
      readonly outsideHours: boolean;
    }
  | Extract<SlotChoice, { ok: false }>;

/**
 * Checks whether an appointment can be rescheduled to `startTime` on this plan's day, under the rules for booking. The
 * appointment's own time counts as free. A confirmed appointment stays with its mechanic if they are free at that time;
 * otherwise another mechanic's time is held for it.
 */
export function chooseNewTime(
  plan: DayPlan,
  appointment: MovableAppointment,
  startTime: string,
  now: BookingContext,
): NewTimeChoice {
  const planWithoutIt = withoutAppointment(plan, appointment.id);
  const { skills, duration, mechanicId } = appointment;
  const choice = chooseSlot(planWithoutIt, { duration, skills }, startTime, now);
  if (!choice.ok && choice.refusal.code !== 'slot_taken') return choice;
  const outsideHours = choice.ok && choice.outsideHours;
  const endTime = calculateEndTime(startTime, duration) ?? startTime;
  const interval = { from: toMinutes(startTime), to: toMinutes(endTime) };
  const job = { interval, buffer: plan.bufferMinutes, outsideHours, skills };
  const stayDecision = mechanicId && decideAssignment(planWithoutIt, job, mechanicId);
  if (stayDecision && stayDecision.ok) {
    const { moves } = stayDecision;
    return {
      ok: true,
      endTime,
      keptMechanicId: mechanicId,
      heldMechanicId: null,
      moves,
      outsideHours,
    };
  }
  if (!choice.ok) return choice;
  const { placement } = choice;
  const heldMechanicId = placement?.mechanicId ?? null;
  return {
    ok: true,
    endTime,
    keptMechanicId: null,
    heldMechanicId,
    moves: placement?.moves,
    outsideHours,
  };
}

/** Returns the time slots of a day. A slot is available if and only if `chooseNewTime` accepts it. */
export function listRescheduleTimes(
  plan: DayPlan,
  appointment: MovableAppointment,
  now: BookingContext,
): Slot[] {
  return listStartTimes(plan.rules, plan.date).map((startTime) =>
    presentSlot(startTime, appointment.duration, chooseNewTime(plan, appointment, startTime, now)),
  );
}

/** Returns the plan without the appointment, so that its own time counts as free. */
export function withoutAppointment(plan: DayPlan, appointmentId: number): DayPlan {
  return {
    ...plan,
    commitments: plan.commitments.filter((other) => other.appointmentId !== appointmentId),
  };
}
