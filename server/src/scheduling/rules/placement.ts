import { calculateEndTime } from '@curbwrench/contract/scheduling/booking-rules';
import { toMinutes, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import type { Refusal } from '@curbwrench/contract/api/errors';
import { decideAssignment } from './assignment.ts';
import { checkStart, type BookingContext } from './availability.ts';
import type { DayPlan, Interval } from './day-plan.ts';
import { findPlacement, type JobToPlace } from './holds.ts';
import { chooseNewTime, withoutAppointment } from './rescheduling.ts';

/** An appointment to place, with its current date and time. */
export interface JobToMove extends JobToPlace {
  readonly appointmentId: number;
  readonly date: string;
}

/** The start time and mechanic with which an appointment is placed on a plan's day. */
export interface PlacementTarget {
  /** `HH:MM`. */
  readonly startTime: string;
  /** Null to assign nobody and hold a free mechanic's time. */
  readonly mechanicId: string | null;
}

/** An accepted placement, with the holds that move for it, or the same refusal as for assigning or rescheduling. */
export type PlacementDecision =
  | {
      readonly ok: true;
      readonly endTime: string;
      readonly buffer: number | undefined;
      readonly heldMechanicId: string | null;
      readonly moves: ReadonlyMap<number, string> | undefined;
      /** Whether the placement is outside working hours, which the office confirmed. */
      readonly outsideHours: boolean;
    }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * Checks whether the office can place an appointment at this time with this mechanic or nobody. A new time is checked
 * under the rules for rescheduling, a mechanic under those for assigning. A placement outside working hours must be
 * confirmed (`outside_hours`). Removing the mechanic without rescheduling the appointment is accepted even if nobody
 * else is free at that time.
 */
export function decidePlacement(
  plan: DayPlan,
  job: JobToMove,
  { startTime, mechanicId }: PlacementTarget,
  now: BookingContext,
): PlacementDecision {
  const length = job.interval.to - job.interval.from;
  if (isAtOwnTime(plan, job, startTime)) {
    const endTime = toTimeOfDay(job.interval.to);
    if (mechanicId !== null) return decideMechanic(plan, job, mechanicId, endTime, now);
    const hold = findPlacement(plan, job);
    return {
      ok: true,
      endTime,
      buffer: job.buffer,
      heldMechanicId: hold?.mechanicId ?? null,
      moves: hold?.moves,
      outsideHours: job.outsideHours ?? false,
    };
  }
  if (mechanicId === null) {
    const movable = { id: job.appointmentId, duration: length, skills: job.skills, mechanicId };
    const choice = chooseNewTime(plan, movable, startTime, now);
    return choice.ok ? { ...choice, buffer: plan.bufferMinutes } : choice;
  }
  const closed = checkStart(plan, startTime, now);
  if (closed) return closed;
  const endTime = calculateEndTime(startTime, length);
  if (endTime === null) {
    return refuse({ code: 'slot_closed', message: 'The job would end after midnight.' });
  }
  const interval = { from: toMinutes(startTime), to: toMinutes(endTime) };
  const moved = { ...job, interval, buffer: plan.bufferMinutes, outsideHours: false };
  return decideMechanic(
    withoutAppointment(plan, job.appointmentId),
    moved,
    mechanicId,
    endTime,
    now,
  );
}

/** Returns whether the appointment keeps its date and start time. */
export function isAtOwnTime({ date }: DayPlan, job: JobToMove, startTime: string): boolean {
  return job.date === date && job.interval.from === toMinutes(startTime);
}

/**
 * Checks the mechanic as for an assignment. If only working hours are in the way, the office may confirm the placement.
 */
function decideMechanic(
  plan: DayPlan,
  job: JobToMove,
  mechanicId: string,
  endTime: string,
  { confirmsOutsideHours = false }: BookingContext,
): PlacementDecision {
  const { buffer, outsideHours = false } = job;
  const normalDecision = decideAssignment(plan, job, mechanicId);
  const accept = (moves: ReadonlyMap<number, string>, isOutside: boolean): PlacementDecision => ({
    ok: true,
    endTime,
    buffer,
    heldMechanicId: null,
    moves,
    outsideHours: isOutside,
  });
  if (normalDecision.ok) return accept(normalDecision.moves, outsideHours);
  const confirmedDecision = decideAssignment(plan, { ...job, outsideHours: true }, mechanicId);
  if (!confirmedDecision.ok) return normalDecision;
  if (confirmsOutsideHours) return accept(confirmedDecision.moves, true);
  return refuse({ ...normalDecision.refusal, code: 'outside_hours' });
}

function refuse(refusal: Refusal): PlacementDecision {
  return { ok: false, refusal };
}

/**
 * Checks whether a placement can be undone. The previous time and mechanic are accepted again, even outside the
 * mechanic's working hours or during their time off, unless another job has taken that time. If there was no mechanic,
 * a free mechanic's time is held, if there is one. `fits` is whether the previous mechanic works at that time.
 */
export function decideUndo(
  plan: DayPlan,
  job: JobToMove,
  mechanicId: string | null,
):
  | (Extract<PlacementDecision, { ok: true }> & { readonly fits: boolean })
  | { readonly ok: false } {
  const unchanged = {
    ok: true,
    endTime: toTimeOfDay(job.interval.to),
    buffer: job.buffer,
    outsideHours: job.outsideHours ?? false,
  } as const;
  if (mechanicId === null) {
    const hold = findPlacement(plan, job);
    return {
      ...unchanged,
      heldMechanicId: hold?.mechanicId ?? null,
      moves: hold?.moves,
      fits: true,
    };
  }
  const decision = decideAssignment(plan, job, mechanicId);
  if (decision.ok) {
    return { ...unchanged, heldMechanicId: null, moves: decision.moves, fits: true };
  }
  const planWithoutObstacles = removeObstacles(plan, job, mechanicId);
  const lenientDecision = decideAssignment(planWithoutObstacles, job, mechanicId);
  // No other hold may move into a time when this mechanic doesn't actually work.
  if (!lenientDecision.ok || [...lenientDecision.moves.values()].includes(mechanicId))
    return { ok: false };
  return { ...unchanged, heldMechanicId: null, moves: lenientDecision.moves, fits: false };
}

/** Returns the plan without any obstacle for this mechanic except other jobs. */
function removeObstacles(plan: DayPlan, { skills }: JobToMove, mechanicId: string): DayPlan {
  const fullDay: Interval = { from: 0, to: 24 * 60 };
  const mechanics = plan.mechanics.map((mechanic) =>
    mechanic.id === mechanicId
      ? { ...mechanic, hours: [fullDay], off: [], skills: [...mechanic.skills, ...skills] }
      : mechanic,
  );
  return { ...plan, holiday: null, mechanics };
}
